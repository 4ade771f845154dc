package io.tapgateway.testkit.transcript;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.testkit.ManualClock;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** A transcript that does not hold fails, and says where and why. */
class TranscriptRunnerTest {
    private static final String BOUND = "@ use bound\n";

    @Test
    void a_failure_names_the_line_what_was_expected_and_what_came() {
        assertThatThrownBy(() -> play(BOUND + "> nonsense\n< {\"type\":\"ack\"}"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("mine.txt:3: < {\"type\":\"ack\"}")
                .hasMessageContaining("expected {\"type\":\"ack\"}")
                .hasMessageContaining("got {\"type\":\"error\",\"code\":\"INVALID_JSON\"");
    }

    @Test
    void what_a_peer_has_not_read_at_the_end_is_a_failure() {
        assertThatThrownBy(() -> play(BOUND + "> nonsense"))
                .hasMessageContaining("at its end, peer ''")
                .hasMessageContaining("INVALID_JSON");
    }

    /** Each of these is not so: a command that checks something must be able to fail. */
    @TestFactory
    Stream<DynamicTest> what_is_not_so_fails() {
        List<String> falsehoods = List.of(
                "~\n> nonsense\n~",
                "! close 1000",
                "< {\"type\":\"ack\",\"*\":\"*\"}",
                "@ host tools [\"wave\"]",
                "@ host told [\"greet\"]",
                "@ advance 1s\n@ host no told",
                "@ host call greet {} as c1\n< \"*\"\n@ host outcome c1 {\"ok\":true,\"*\":\"*\"}",
                "@ host call nothing {} as c1\n@ host pending c1",
                "@ host call nothing {} as c1\n@ host outcome c1 {\"ok\":true,\"*\":\"*\"}",
                "@ host log {\"text\":\"nothing of the kind\",\"*\":\"*\"}",
                "> {\"type\":\"push\",\"level\":\"surface\",\"event\":\"x\"}\n@ host no log",
                "@ host send {\"text\":\"x\",\"*\":\"*\"}",
                "> {\"type\":\"push\",\"level\":\"inject\",\"event\":\"x\"}\n@ host no send",
                "@ host streams [{\"name\":\"a@b\",\"events\":1}]",
                "@ host stream ci@ci 10 [\"*\"]",
                "@ host ended",
                "@ host close\n< \"*\"\n> {\"type\":\"goodbye\"}\n! close 1000\n@ host alive",
                "@ gateway ended",
                "@ gateway shutdown\n< \"*\"\n> {\"type\":\"goodbye\"}\n! close 1000\n@ gateway running",
                "@ gateway providers []",
                "@ refusal CLOSED",
                "@ nonsense",
                "@ host nonsense",
                "@ advance soon",
                "@ host call greet {}",
                "B> {}");
        return falsehoods.stream()
                .map(text -> DynamicTest.dynamicTest(text, () -> {
                    assertThatThrownBy(() -> play(BOUND + text)).isInstanceOf(AssertionError.class);
                }));
    }

    @Test
    void there_is_a_broad_set_of_transcripts() {
        assertThat(Transcripts.all()).hasSizeGreaterThan(80);
        assertThat(Transcripts.named("call/result").lines()).isNotEmpty();
    }

    private static void play(String text) {
        TranscriptRunner.play(Transcripts.parse("mine", text), new VirtualStage(ManualClock.create()));
    }
}
