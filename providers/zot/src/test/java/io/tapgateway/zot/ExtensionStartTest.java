package io.tapgateway.zot;

import static io.tapgateway.zot.Extensions.HELLO;
import static io.tapgateway.zot.Extensions.READY;
import static io.tapgateway.zot.Extensions.tool;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.programs.Restarts;
import io.tapgateway.provider.Provider;
import io.tapgateway.transport.local.LocalProviderTransport;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * From the first line of an extension until it is ready. At a real gateway; the programs do as the test says, and the
 * extensions' time is virtual.
 */
class ExtensionStartTest {
    private final Extensions extensions = new Extensions();

    @AfterEach
    void closeAll() {
        extensions.close();
    }

    private ScriptedExtension program() {
        return extensions.newest();
    }

    @Test
    void Z033_Z034_hello_is_answered_at_once_in_the_order_of_the_text() {
        extensions.start();

        program().says(HELLO);

        extensions.untilHeard("hello_ack", 1);
        assertThat(program().lines.get(0))
                .isEqualTo(
                        "{\"type\":\"hello_ack\",\"protocol_version\":1,\"zot_version\":\"0.2.0\",\"provider\":\"\","
                                + "\"model\":\"\",\"cwd\":\"/code\",\"extension_dir\":\"/ext/demo\",\"data_dir\":\"/ext/demo\"}");
    }

    @Test
    void Z029_who_does_not_say_hello_is_ended_after_half_a_minute() {
        Extension extension = extensions.start();
        extensions.time.pass(ExtensionSettings.HELLO.minusMillis(1));
        assertThat(program().stopped).isFalse();

        extensions.time.pass(Duration.ofMillis(1));
        assertThat(program().stopped).isTrue();
        extensions.untilWithin(Extension.LAST_WORDS, () -> extension.view().state() == ExtensionView.State.FAILED);

        assertThat(extension.view().problems())
                .containsExactly("it has said no hello: nothing on standard error for 30 s, 30 s after its start");
    }

    @Test
    void Z029_who_says_something_on_standard_error_has_more_time_and_two_minutes_in_all() {
        extensions.start();
        for (int i = 0; i < 5; i++) {
            extensions.time.pass(Duration.ofSeconds(20));
            extensions.stirring.run();
        }
        extensions.time.pass(Duration.ofSeconds(20).minusMillis(1));
        assertThat(program().stopped).isFalse();

        extensions.time.pass(Duration.ofMillis(1));

        assertThat(program().stopped).isTrue();
    }

    @Test
    void Z029_its_user_may_give_it_another_time() {
        extensions.start(
                "demo",
                new ExtensionSettings(
                        false, false, false, ExtensionSettings.TOOL_TIMEOUT, ExtensionSettings.SHORTEST, Set.of()));
        extensions.time.pass(ExtensionSettings.SHORTEST.minusMillis(1));
        assertThat(program().stopped).isFalse();

        extensions.time.pass(Duration.ofMillis(1));

        assertThat(program().stopped).isTrue();
    }

    @Test
    void Z028_one_whose_start_takes_long_delays_no_other() {
        CompletableFuture<Void> slow = new CompletableFuture<>();
        extensions.starts = slow;
        Extension late = extensions.start("late");
        extensions.starts = CompletableFuture.completedFuture(null);

        extensions.ready(tool("read"));

        extensions.until(() -> extensions.tools().equals(List.of("read")));
        assertThat(late.view().state()).isEqualTo(ExtensionView.State.STARTING);
        slow.complete(null);
        extensions.until(() -> late.view().pid().isPresent());
    }

    @Test
    void Z028_what_is_stopped_before_it_has_started_ends_as_soon_as_it_has() {
        CompletableFuture<Void> slow = new CompletableFuture<>();
        extensions.starts = slow;
        Extension extension = extensions.start();

        CompletableFuture<Void> gone = extension.stop().toCompletableFuture();
        extensions.time.settle();
        assertThat(gone).isNotDone();
        slow.complete(null);

        extensions.untilWithin(ExtensionRun.FAREWELL, gone::isDone);
        assertThat(program().stopped).isTrue();
        assertThat(program().heard("shutdown")).hasSize(1);
    }

    @Test
    void Z028_what_cannot_be_started_has_failed_with_the_reason() {
        extensions.starts = CompletableFuture.failedFuture(new IOException("no such file"));

        Extension extension = extensions.start();

        extensions.until(() -> extension.view().state() == ExtensionView.State.FAILED);
        assertThat(extension.view().problems()).containsExactly("it cannot be started: no such file");
    }

    @Test
    void Z030_who_begins_otherwise_is_ended() {
        Extension extension = extensions.start();

        program().says("Listening on port 80");

        extensions.until(() -> program().stopped);
        assertThat(extensions.told)
                .singleElement()
                .asString()
                .contains("'demo'", "its first line is no hello", "Listening on port 80");
        extensions.until(() -> !extension.view().problems().isEmpty());
    }

    @Test
    void Z031_who_ends_before_hello_has_failed_with_that_exit_code() {
        Extension extension = extensions.start();

        extensions.end(extension, 3);

        extensions.until(() -> extension.view().state() == ExtensionView.State.FAILED);
        assertThat(extension.view().exitCode()).hasValue(3);
        assertThat(extension.view().problems())
                .containsExactly(
                        "it has ended with exit code 3 before it was ready; what it has printed is in its log");
    }

    @Test
    void Z032_another_name_in_hello_is_a_problem_only() {
        Extension extension = extensions.start();

        program().says("{\"type\":\"hello\",\"name\":\"other\"}", READY);

        extensions.until(() -> extension.view().state() == ExtensionView.State.READY);
        assertThat(extension.view().problems()).containsExactly("it calls itself 'other', and its manifest 'demo'");
    }

    @Test
    void Z035_who_falls_silent_after_hello_is_ready() {
        Extension extension = extensions.start();
        program().says(HELLO, tool("read"));
        extensions.untilHeard("hello_ack", 1);
        extensions.time.settle();

        extensions.time.pass(ExtensionRun.QUIET);

        extensions.until(() -> extension.view().state() == ExtensionView.State.READY);
        extensions.until(() -> extensions.tools().equals(List.of("read")));
    }

    @Test
    void Z035_who_talks_on_and_on_is_ready_after_three_seconds() {
        Extension extension = extensions.start();
        program().says(HELLO);
        extensions.untilHeard("hello_ack", 1);
        for (long passed = 0; passed < ExtensionRun.LONGEST_REGISTRATION.toMillis(); passed += 200) {
            assertThat(extension.view().state()).isEqualTo(ExtensionView.State.STARTING);
            String next = "read" + passed;
            program().says("{\"type\":\"register_command\",\"name\":\"" + next + "\"}", "{\"type\":\"clear_notes\"}");
            program().says("{\"type\":\"notify\",\"message\":\"" + next + "\"}");
            extensions.until(() -> extensions.notes.contains("INFO " + next));
            extensions.time.pass(Duration.ofMillis(200));
        }

        extensions.until(() -> extension.view().state() == ExtensionView.State.READY);
    }

    @Test
    void Z015_where_the_name_is_taken_the_extension_has_failed() {
        LocalProviderTransport.attach(
                        extensions.gateway,
                        extensions.session.info().id(),
                        Provider.named("demo").build())
                .whenBound()
                .toCompletableFuture()
                .join();
        Extension extension = extensions.start();

        program().says(HELLO, READY);

        extensions.until(() -> extension.view().state() == ExtensionView.State.FAILED);
        assertThat(extensions.told).singleElement().asString().contains("'demo' cannot be used");
        extensions.time.pass(ExtensionRun.FAREWELL);
        assertThat(program().stopped).isTrue();
    }

    @Test
    void Z031_who_is_ended_by_a_signal_has_failed_with_that_signal() {
        Extension extension = extensions.start();

        extensions.end(extension, 143);

        extensions.until(() -> extension.view().state() == ExtensionView.State.FAILED);
        assertThat(extensions.told)
                .containsExactly(
                        "The extension 'demo' has ended with exit code 143, as by signal 15 before it was ready;"
                                + " what it has printed is in its log.");
    }

    @Test
    void Z070_a_guard_that_was_changed_since_it_was_approved_denies_until_its_user_decides() throws Exception {
        Extension extension = extensions.ready(Extensions.GUARD);
        extensions.untilGuarded();
        extensions.starts = CompletableFuture.failedFuture(new NotApproved("it has changed"));

        extensions.end(extension, 1);
        extensions.time.pass(Restarts.pauseAfter(1));
        extensions.until(() -> extension.view().state() == ExtensionView.State.UNAPPROVED);
        extensions.time.pass(Extension.GUARD_LOSS.multipliedBy(2));
        assertThat(extensions.use().get(30, TimeUnit.SECONDS).allowed()).isFalse();

        extensions.starts = CompletableFuture.completedFuture(null);
        Extension approved = extensions.start();
        program().says(HELLO, READY);
        extensions.until(() -> approved.view().state() == ExtensionView.State.READY);
        assertThat(extensions.use().get(30, TimeUnit.SECONDS).allowed()).isFalse();
        program().says(Extensions.GUARD);
        extensions.until(() -> !approved.view().intercepts().isEmpty());
        assertThat(extensions.judged("{}").allowed()).isTrue();
        assertThat(extensions.set.all()).containsExactly(approved);
    }

    @Test
    void Z102_a_start_that_fails_in_a_restart_is_a_short_life() {
        Extension extension = extensions.ready();
        extensions.starts = CompletableFuture.failedFuture(new IOException("no such file"));
        extensions.end(extension, 1);
        extensions.time.pass(Restarts.pauseAfter(1));
        extensions.until(() -> extension.view().failures() == 2);
        assertThat(extension.view().state()).isEqualTo(ExtensionView.State.WAITING);

        extensions.starts = CompletableFuture.completedFuture(null);
        extensions.time.pass(Restarts.pauseAfter(2));
        extensions.until(() -> extensions.started.size() == 3);
        program().says(HELLO, READY);

        extensions.until(() -> extension.view().state() == ExtensionView.State.READY);
    }
}
