package io.tapgateway.zot;

import static io.tapgateway.zot.Extensions.outcome;
import static io.tapgateway.zot.Extensions.tool;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.runtime.TurnStop;
import io.tapgateway.user.command.CommandOutcome;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Extensions that read too little or print too much. At a real gateway; the programs do as the test says, and the
 * extensions' time is virtual.
 */
class ExtensionTrafficTest {
    private final Extensions extensions = new Extensions();

    @AfterEach
    void closeAll() {
        extensions.close();
    }

    private ScriptedExtension program() {
        return extensions.newest();
    }

    @Test
    void Z115_frames_of_later_versions_are_noted_once() {
        Extension extension = extensions.ready();

        program().says("{\"type\":\"call_tool\"}", "{\"type\":\"call_tool\"}", "{\"type\":\"submit\",\"text\":\"x\"}");

        extensions.until(() -> extensions.host.injected().size() == 1);
        Extensions.invoke(extension, "none", "").toCompletableFuture().join();
        program().says(tool("read"));
        extensions.until(() -> !extension.view().problems().isEmpty());
        assertThat(extension.view().problems()).containsExactly("nothing is done here about its frames 'call_tool'");
    }

    @Test
    void Z045_who_lets_too_much_wait_unread_is_deaf_and_ended() {
        Extension extension = extensions.ready("{\"type\":\"subscribe\",\"events\":[\"turn_end\"]}");
        extensions.untilGuarded();
        ScriptedExtension deaf = program();
        deaf.stopsReading();

        // Some of them are on their way already, in a buffer of what is written at once.
        for (int i = 0; i < 3 * ZotLimit.UNREAD_FRAMES.most(); i++) {
            extensions.session.turnEnded(TurnStop.END_TURN, Optional.empty());
        }

        extensions.until(() -> deaf.stopped);
        deaf.readsOn();
        extensions.untilWithin(Extension.LAST_WORDS, () -> extension.view().state() == ExtensionView.State.WAITING);
        assertThat(extension.view().problems()).last().asString().contains("does not read");
    }

    @Test
    void Z045_who_does_not_read_one_line_for_five_seconds_is_deaf() {
        Extension extension = extensions.ready("{\"type\":\"subscribe\",\"events\":[\"turn_end\"]}");
        extensions.untilGuarded();
        ScriptedExtension deaf = program();
        deaf.stopsReading();

        extensions.session.turnEnded(TurnStop.END_TURN, Optional.empty());

        extensions.time.pass(ExtensionChannel.LONGEST_WRITE.minusMillis(1));
        assertThat(deaf.stopped).isFalse();
        extensions.untilWithin(ExtensionChannel.LOOK, () -> deaf.stopped);
        deaf.readsOn();
        extensions.untilWithin(
                Extension.LAST_WORDS,
                () -> extension.view().problems().stream().anyMatch(it -> it.contains("does not read")));
    }

    @Test
    void Z045_who_works_on_a_command_may_read_when_that_is_done() {
        Extension extension = extensions.ready("{\"type\":\"register_command\",\"name\":\"go\"}");
        ScriptedExtension busy = program();
        busy.stopsReading();
        CompletableFuture<CommandOutcome> outcome =
                Extensions.invoke(extension, "go", "").toCompletableFuture();

        extensions.time.settle();
        extensions.time.pass(ExtensionChannel.COMMAND.minusMillis(1));
        assertThat(busy.stopped).isFalse();
        extensions.time.pass(Duration.ofMillis(1));

        extensions.until(outcome::isDone);
        extensions.untilWithin(ExtensionChannel.LOOK, () -> busy.stopped);
        busy.readsOn();
    }

    @Test
    void Z046_who_talks_too_fast_is_read_later() {
        Extension extension = extensions.ready();
        // Two frames have been taken already.
        int atOnce = ZotLimit.FRAMES_AT_ONCE.most() - 2;

        for (int i = 0; i <= atOnce + 1; i++) {
            program().says("{\"type\":\"subscribe\",\"events\":[\"f" + i + "\"]}");
        }

        extensions.until(() -> hasHeard(extension, atOnce - 1));
        extensions.time.settle();
        assertThat(hasHeard(extension, atOnce + 1)).isFalse();
        extensions.untilWithin(Duration.ofMillis(1), () -> hasHeard(extension, atOnce + 1));
    }

    private static boolean hasHeard(Extension extension, int number) {
        return extension.view().problems().contains("it wants to be told of 'f" + number + "', which never happens");
    }

    @Test
    void Z046_two_thousand_frames_are_read_at_once_and_then_one_each_millisecond() {
        long now = Long.MAX_VALUE - 1;
        FramePace pace = new FramePace(now);
        for (int i = 0; i < ZotLimit.FRAMES_AT_ONCE.most(); i++) {
            assertThat(pace.take(now)).isZero();
        }

        assertThat(pace.take(now)).isEqualTo(Duration.ofMillis(1));
        assertThat(pace.take(now + 1_000_000)).isEqualTo(Duration.ofMillis(1));
        assertThat(pace.take(now + Duration.ofSeconds(10).toNanos())).isZero();
    }

    @Test
    void Z044_who_prints_a_line_that_is_too_long_is_ended() {
        extensions.ready();

        program().prints("x".repeat(ZotLimit.LINE_BYTES.most() + 1));

        extensions.until(() -> program().stopped);
        extensions.untilWithin(Extension.LAST_WORDS, () -> !extensions.told.isEmpty());
        assertThat(extensions.told).singleElement().asString().contains("a line longer than 4194304 bytes");
    }

    @Test
    void Z038_the_newest_50_problems_are_listed() {
        Extension extension = extensions.ready();

        for (int i = 0; i <= ZotLimit.PROBLEMS.most(); i++) {
            program().says("{\"type\":\"subscribe\",\"events\":[\"new" + i + "\"]}");
        }

        String last = "it wants to be told of 'new" + ZotLimit.PROBLEMS.most() + "', which never happens";
        extensions.until(() -> extension.view().problems().contains(last));
        assertThat(extension.view().problems())
                .hasSize(ZotLimit.PROBLEMS.most())
                .startsWith("it wants to be told of 'new1', which never happens");
    }

    @Test
    void Z042_what_cannot_be_read_is_logged_20_times_a_minute_and_hides_no_other_problem() {
        Extension extension = extensions.ready("{\"type\":\"subscribe\",\"events\":[\"none\"]}");
        for (int i = 0; i < 200; i++) {
            program().says("nonsense " + i, "\u0007 again", "more of it");
        }
        program().says("{\"type\":\"notify\",\"message\":\"all said\"}");
        extensions.until(() -> extensions.notes.contains("INFO all said"));

        assertThat(extension.view().problems())
                .hasSize(ZotLimit.LOG_LINES_PER_MINUTE.most())
                .startsWith(
                        "it wants to be told of 'none', which never happens",
                        "it prints what is no frame: nonsense 0",
                        "it prints what is no frame: ? again");
        assertThat(extensions.logged).containsExactlyElementsOf(extension.view().problems());

        extensions.time.pass(Duration.ofMinutes(1));
        program().says("the next");
        extensions.until(() -> extensions.logged.size() > ZotLimit.LOG_LINES_PER_MINUTE.most());
        assertThat(extensions.logged).last().asString().matches(".*the next \\(after \\d+ more that were too many\\)");
    }

    @Test
    void Z042_a_flood_is_news_a_few_times_a_second() {
        extensions.ready();
        int before = extensions.changes.get();
        for (int i = 0; i < 500; i++) {
            program().says("{\"type\":\"subscribe\",\"events\":[\"e" + i + "\"]}");
        }
        program().says("{\"type\":\"notify\",\"message\":\"all said\"}");
        extensions.until(() -> extensions.notes.contains("INFO all said"));
        extensions.time.settle();
        assertThat(extensions.changes.get() - before).isLessThanOrEqualTo(1);

        extensions.time.pass(ExtensionSet.NEWS_PAUSE);

        assertThat(extensions.changes.get() - before).isBetween(1, 2);
    }

    @Test
    void Z044_a_line_that_is_too_long_is_not_sent_and_whoever_waits_for_an_answer_is_told() throws Exception {
        Extension extension = extensions.ready(
                "{\"type\":\"subscribe\",\"intercept\":[\"assistant_message\"],\"events\":[\"assistant_message\"]}");
        String text = "x".repeat(ZotLimit.LINE_BYTES.most());

        assertThat(extensions.session.beforeShown(text).toCompletableFuture().get(30, TimeUnit.SECONDS))
                .isEqualTo(text);

        extensions.until(() -> !extension.view().problems().isEmpty());
        assertThat(extension.view().problems())
                .singleElement()
                .asString()
                .contains("not sent a line of more than 4194304 bytes", "\"event\":\"assistant_message\"");
        assertThat(program().heard("event_intercept")).isEmpty();
        assertThat(program().heard("event")).isEmpty();
    }
}
