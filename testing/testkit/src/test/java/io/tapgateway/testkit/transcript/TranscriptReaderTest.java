package io.tapgateway.testkit.transcript;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TranscriptReaderTest {
    private final Map<String, String> files = new HashMap<>();

    @Test
    void a_line_has_a_mark_a_body_and_perhaps_a_peer() {
        files.put("t.txt", "# why\n\n> {}\nA< {\"a\":1}\n  B! close 1000\n~\n@ advance 5s");

        assertThat(read())
                .containsExactly(
                        "t.txt:3: > {}",
                        "t.txt:4: A< {\"a\":1}",
                        "t.txt:5: B! close 1000",
                        "t.txt:6: ~ ",
                        "t.txt:7: @ advance 5s");
    }

    @Test
    void a_repetition_is_written_out_and_counts() {
        files.put("t.txt", "@ repeat 2\n> %i%\n@ repeat 2\n< x\n@ end\n@ end\n~");

        assertThat(read())
                .containsExactly(
                        "t.txt:2: > 1",
                        "t.txt:4: < x",
                        "t.txt:4: < x",
                        "t.txt:2: > 2",
                        "t.txt:4: < x",
                        "t.txt:4: < x",
                        "t.txt:7: ~ ");
    }

    @Test
    void a_fragment_takes_parameters_and_has_defaults() {
        files.put("t.txt", "@ use greeting peer=A who=world");
        files.put("fragments/greeting.txt", "@ default who=nobody how=Hello peer=\n%peer%> %how%, %who%");

        assertThat(read()).containsExactly("fragments/greeting.txt:2: A> Hello, world");
    }

    @Test
    void long_texts_and_lists_are_written_short() {
        files.put("t.txt", "> [%{ab*3}] [%[3:\"s#\"]%]");

        assertThat(read()).containsExactly("t.txt:1: > [ababab] [\"s1\",\"s2\",\"s3\"]");
    }

    @Test
    void mistakes_are_named_by_file_and_line() {
        assertMistake("hello", "t.txt:1: a line is");
        assertMistake("@ repeat 2\n> x", "t.txt:1: '@ repeat' without '@ end'");
        assertMistake("> x\n@ end", "t.txt:2: '@ end' without '@ repeat'");
        assertMistake("> %who%", "t.txt:1: %who% has no value");
        files.put("fragments/a.txt", "@ use a");
        assertMistake("@ use a", "fragments use each other in circles");
    }

    @Test
    void a_transcript_says_what_it_takes_to_play_it() {
        assertThat(Transcripts.parse("mine", "@ session s1\n@ host idle").needs())
                .isEmpty();
        assertThat(Transcripts.parse("mine", "@ session s1\n@ attach I s1").needs())
                .containsExactly(Transcript.Need.OWN_GATEWAY);
        assertThat(Transcripts.parse("mine", "@ token spawn s1 ci as T").needs())
                .containsExactly(Transcript.Need.SPAWN);
        assertThat(Transcripts.parse("mine", "@ token discovery as T").needs())
                .containsExactly(Transcript.Need.DISCOVERY);
        assertThat(Transcripts.parse("mine", "@ token discovery as T\n< {\"active\":[]}")
                        .needs())
                .containsExactlyInAnyOrder(Transcript.Need.DISCOVERY, Transcript.Need.NO_OTHER_SESSIONS);
        assertThat(Transcripts.parse("mine", "@ token discovery as T\n@ token discovery as U")
                        .needs())
                .containsExactlyInAnyOrder(Transcript.Need.DISCOVERY, Transcript.Need.OWN_GATEWAY);
        assertThat(Transcripts.parse("mine", "@ open\n@ advance 1s").needs())
                .containsExactlyInAnyOrder(Transcript.Need.PROGRAMS, Transcript.Need.VIRTUAL_TIME);
        assertThat(Transcripts.parse("mine", "@ open A origin=https://x.example")
                        .needs())
                .containsExactly(Transcript.Need.PAGES);
    }

    @Test
    void a_transcript_says_what_it_stands_for_and_each_line_why_it_is_there() {
        String text = "# D-018, A/errors: refused\n# at once.\n@ session s1\n@ open\n\n# T-10 and no more.\n~";
        files.put("t.txt", text);

        assertThat(Transcripts.parse("mine", text).rulings()).containsExactly("D-018", "A/errors", "T-10");
        assertThat(new TranscriptReader(files::get).read("t").lines())
                .extracting(Line::why)
                .containsExactly(
                        "D-018, A/errors: refused at once.", "D-018, A/errors: refused at once.", "T-10 and no more.");
    }

    private void assertMistake(String text, String message) {
        files.put("t.txt", text);
        assertThatThrownBy(this::read).hasMessageContaining(message);
    }

    private List<String> read() {
        return new TranscriptReader(files::get)
                .read("t").lines().stream().map(Line::toString).toList();
    }
}
