package io.tapgateway.zot;

import static io.tapgateway.zot.Extensions.GUARD;
import static io.tapgateway.zot.Extensions.HELLO;
import static io.tapgateway.zot.Extensions.READY;
import static io.tapgateway.zot.Extensions.outcome;
import static io.tapgateway.zot.Extensions.tool;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.programs.Restarts;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.runtime.CallHandle;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.TurnStop;
import io.tapgateway.user.Note;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * What extensions are asked about and told of: tools, turns and texts. At a real gateway; the programs do as the test
 * says, and the extensions' time is virtual.
 */
class ExtensionGuardTest {
    private final Extensions extensions = new Extensions();

    @AfterEach
    void closeAll() {
        extensions.close();
    }

    private ScriptedExtension program() {
        return extensions.newest();
    }

    @Test
    void Z065_a_guard_that_blocks_denies_with_its_reason_and_one_that_does_not_lets_pass() throws Exception {
        extensions.ready(GUARD);
        extensions.untilGuarded();

        HookDecision denied = extensions.judged("{\"block\":true,\"reason\":\"no weekends\"}");
        HookDecision allowed = extensions.judged("{}");

        assertThat(((HookDecision.Deny) denied).reason()).contains("no weekends");
        assertThat(allowed.allowed()).isTrue();
        assertThat(program().heard("event_intercept").get(0).json())
                .matches(
                        "\\{\"type\":\"event_intercept\",\"id\":\"i-1\",\"event\":\"tool_call\",\"tool_id\":\"[^\"]+\","
                                + "\"tool_name\":\"bash\",\"tool_args\":\\{\"command\":\"ls\"}}");
    }

    @Test
    void Z064_changed_arguments_deny_where_a_host_does_not_run_them_and_the_same_ones_do_not() throws Exception {
        extensions.ready(GUARD);
        extensions.untilGuarded();

        HookDecision changed = extensions.judged("{\"modified_args\":{\"command\":\"echo\"}}");
        HookDecision same = extensions.judged("{\"modified_args\":{\"command\":\"ls\"}}");
        HookDecision none = extensions.judged("{\"modified_args\":null}");

        assertThat(changed.allowed()).isFalse();
        assertThat(same.allowed()).isTrue();
        assertThat(none.allowed()).isTrue();
    }

    @Test
    void Z068_a_bad_verdict_denies() throws Exception {
        extensions.ready(GUARD);
        extensions.untilGuarded();

        assertThat(extensions.judged("{\"block\":\"yes\"}").allowed()).isFalse();
        assertThat(extensions.judged("{\"modified_args\":7}").allowed()).isFalse();
    }

    @Test
    void Z066_silence_denies_and_a_late_verdict_is_inert() throws Exception {
        extensions.ready(GUARD);
        extensions.untilGuarded();
        CompletableFuture<HookDecision> use = extensions.use();
        extensions.untilHeard("event_intercept", 1);

        extensions.time.pass(ExtensionChannel.VERDICT);

        assertThat(((HookDecision.Deny) use.get(30, TimeUnit.SECONDS)).reason())
                .contains("not answered within 5000 ms");
        program().says("{\"type\":\"event_intercept_response\",\"id\":\"i-1\"}");
        assertThat(extensions.judged("{}").allowed()).isTrue();
    }

    @Test
    void Z061_what_is_interrupted_is_asked_about_no_longer_and_nobody_is_told_of_silence() throws Exception {
        Extension extension = extensions.ready(
                "{\"type\":\"subscribe\",\"intercept\":[\"tool_call\",\"turn_start\",\"assistant_message\"]}");
        extensions.untilGuarded();
        CompletableFuture<HookDecision> use = extensions.use();
        var turn = extensions.session.beforeTurn(1);
        var text = extensions.session.beforeShown("a text");
        extensions.untilHeard("event_intercept", 3);
        int openBefore = load(extension).questions();

        extensions.session.interrupt();

        assertThat(openBefore).isEqualTo(3);
        extensions.until(() -> load(extension).open() == 0);
        assertThat(use.get(30, TimeUnit.SECONDS).allowed()).isFalse();
        assertThat(turn.toCompletableFuture()).succeedsWithin(Duration.ofSeconds(30));
        assertThat(text.toCompletableFuture()).succeedsWithin(Duration.ofSeconds(30));
        program().says("{\"type\":\"event_intercept_response\",\"id\":\"i-1\"}");
        extensions.time.pass(ExtensionChannel.VERDICT);
        assertThat(extensions.told).isEmpty();
        assertThat(extensions.judged("{}").allowed()).isTrue();
    }

    private static ExtensionChannel.Load load(Extension extension) {
        return extension.channel().orElseThrow().load();
    }

    @Test
    void Z067_who_is_to_fail_open_allows_by_silence_nonsense_and_death() throws Exception {
        Extension extension = extensions.ready(ExtensionSettings.STANDARD.withFailOpen(true), GUARD);
        extensions.untilGuarded();
        CompletableFuture<HookDecision> silent = extensions.use();
        extensions.untilHeard("event_intercept", 1);
        extensions.time.pass(ExtensionChannel.VERDICT);
        assertThat(silent.get(30, TimeUnit.SECONDS).allowed()).isTrue();
        assertThat(extensions.judged("{\"block\":\"yes\"}").allowed()).isTrue();
        assertThat(extensions.judged("{\"block\":true}").allowed()).isFalse();
        CompletableFuture<HookDecision> open = extensions.use();
        extensions.untilHeard("event_intercept", 4);

        extensions.end(extension, 137);

        assertThat(open.get(30, TimeUnit.SECONDS).allowed()).isTrue();
        assertThat(extensions.use().get(30, TimeUnit.SECONDS).allowed()).isTrue();
    }

    @Test
    void Z077_a_tool_is_told_by_the_name_that_its_user_says() throws Exception {
        extensions.ready("{\"type\":\"subscribe\",\"events\":[\"tool_call\"],\"intercept\":[\"tool_call\"]}");
        extensions.untilGuarded();

        assertThat(extensions.judged("{}").allowed()).isTrue();

        assertThat(program().heard("event_intercept").get(0).get("tool_name")).contains(JsonValue.of("bash"));
        assertThat(program().heard("event").get(0).get("tool_name")).contains(JsonValue.of("bash"));
    }

    @Test
    void Z070_a_guard_that_dies_denies_until_it_is_there_again() throws Exception {
        Extension extension = extensions.ready(GUARD);
        extensions.untilGuarded();
        CompletableFuture<HookDecision> open = extensions.use();
        extensions.untilHeard("event_intercept", 1);

        extensions.end(extension, 137);

        assertThat(open.get(30, TimeUnit.SECONDS).allowed()).isFalse();
        extensions.until(() -> extension.view().state() == ExtensionView.State.WAITING);
        assertThat(extensions.use().get(30, TimeUnit.SECONDS).allowed()).isFalse();
        extensions.time.pass(Restarts.pauseAfter(1));
        extensions.until(() -> extensions.started.size() == 2);
        assertThat(extensions.use().get(30, TimeUnit.SECONDS).allowed()).isFalse();
        program().says(HELLO, GUARD, READY);
        extensions.until(() -> extension.view().state() == ExtensionView.State.READY);
        assertThat(extensions.judged("{}").allowed()).isTrue();
    }

    @Test
    void Z070_a_guard_that_has_ended_for_good_holds_for_half_a_minute() throws Exception {
        Extension extension = extensions.ready(GUARD);
        extensions.untilGuarded();

        extensions.end(extension, 0);
        extensions.until(() -> extension.view().state() == ExtensionView.State.ENDED);
        extensions.time.pass(Extension.GUARD_LOSS.minusMillis(1));
        assertThat(extensions.use().get(30, TimeUnit.SECONDS).allowed()).isFalse();
        extensions.time.pass(Duration.ofMillis(1));

        assertThat(extension.view().guards()).isFalse();
        assertThat(extensions.told).last().asString().contains("nothing is held back");
        extensions.until(() -> extensions.use().join().allowed());
    }

    @Test
    void Z070_a_guard_that_is_closed_by_its_user_frees_at_once() {
        Extension extension = extensions.ready(GUARD);
        extensions.untilGuarded();

        extension.stop();

        extensions.until(() -> extensions.use().join().allowed());
    }

    @Test
    void Z080_who_watches_is_told_of_a_use_before_it_is_asked() throws Exception {
        extensions.ready(
                "{\"type\":\"subscribe\",\"events\":[\"tool_call\",\"session_start\"],\"intercept\":[\"tool_call\"]}");
        extensions.untilGuarded();

        assertThat(extensions.judged("{}").allowed()).isTrue();

        List<String> types = program().lines.stream()
                .map(it -> it.replaceAll("^.\"type\":\"([a-z_]+)\".*", "$1"))
                .toList();
        assertThat(types).endsWith("event", "event", "event_intercept");
        assertThat(program().heard("event").get(0).json())
                .isEqualTo("{\"type\":\"event\",\"event\":\"session_start\"}");
    }

    @Test
    void Z080_who_only_watches_is_not_asked() throws Exception {
        extensions.ready("{\"type\":\"subscribe\",\"events\":[\"tool_call\"]}");
        extensions.until(() -> {
            assertThat(extensions.use().join().allowed()).isTrue();
            return !program().heard("event").isEmpty();
        });

        assertThat(program().heard("event_intercept")).isEmpty();
    }

    @Test
    void Z060_what_never_happens_is_a_problem() {
        Extension extension = extensions.ready(
                "{\"type\":\"subscribe\",\"intercept\":[\"turn_end\"],\"events\":[\"before_agent_start\"]}");

        assertThat(extension.view().problems()).hasSize(2).allMatch(it -> it.endsWith("which never happens"));
    }

    @Test
    void Z064_a_tool_of_a_provider_gets_the_changed_arguments() throws Exception {
        extensions.ready(GUARD, tool("read"));
        extensions.until(() -> extensions.tools().equals(List.of("read")));
        extensions.untilGuarded();

        CallHandle call = extensions.call("read");
        extensions.untilHeard("event_intercept", 1);
        program().says(verdict("{\"modified_args\":{\"path\":\"x\"}}"));
        extensions.untilHeard("tool_call", 1);
        program().says("{\"type\":\"tool_result\",\"id\":\"" + program().idOf("tool_call") + "\",\"content\":[]}");

        assertThat(outcome(call).ok()).isTrue();
        assertThat(program().heard("tool_call").get(0).get("args"))
                .contains(JsonValue.object(Map.of("path", JsonValue.of("x"))));
    }

    @Test
    void Z061_the_time_for_an_answer_begins_once_nothing_older_is_open() throws Exception {
        extensions.ready(GUARD, tool("read"), "{\"type\":\"register_command\",\"name\":\"go\"}");
        extensions.untilGuarded();
        Extensions.invoke(extensions.set.all().get(0), "go", "");
        extensions.untilHeard("command_invoked", 1);
        CompletableFuture<HookDecision> use = extensions.use();
        extensions.untilHeard("event_intercept", 1);

        extensions.time.pass(ExtensionChannel.VERDICT.multipliedBy(2));
        assertThat(use).isNotDone();
        program()
                .says(
                        "{\"type\":\"command_response\",\"id\":\"c-1\",\"action\":\"noop\"}",
                        "{\"type\":\"notify\",\"message\":\"idle\"}");
        extensions.until(() -> extensions.notes.contains("INFO idle"));
        extensions.time.pass(ExtensionChannel.VERDICT.minusMillis(1));
        assertThat(use).isNotDone();
        extensions.time.pass(Duration.ofMillis(1));

        assertThat(((HookDecision.Deny) use.get(30, TimeUnit.SECONDS)).reason())
                .contains("not answered within 5000 ms");
    }

    @Test
    void Z061_something_older_keeps_it_a_minute_at_most_and_is_named() throws Exception {
        extensions.ready(GUARD, tool("read"));
        extensions.until(() -> extensions.tools().equals(List.of("read")));
        extensions.untilGuarded();
        CallHandle call = extensions.call("read");
        extensions.untilHeard("event_intercept", 1);
        program().says(verdict("{}"));
        extensions.untilHeard("tool_call", 1);
        CompletableFuture<HookDecision> use = extensions.use();
        extensions.untilHeard("event_intercept", 2);

        extensions.time.pass(ExtensionChannel.LONGEST_PAUSE);

        assertThat(((HookDecision.Deny) use.get(30, TimeUnit.SECONDS)).reason()).contains("busy with 't-");
        call.cancel();
    }

    @Test
    void Z061_while_one_is_busy_the_time_of_those_after_it_does_not_run() throws Exception {
        try (Extensions slow = Extensions.allInVirtualTime()) {
            Extension first = slow.ready(GUARD, "{\"type\":\"register_command\",\"name\":\"go\"}");
            slow.untilGuarded();
            ScriptedExtension busy = slow.newest();
            Extension second = slow.start("other");
            slow.newest().says("{\"type\":\"hello\",\"name\":\"other\"}", GUARD, READY);
            slow.until(() -> second.view().guards());
            Extensions.invoke(first, "go", "");
            slow.untilHeard(busy, "command_invoked", 1);
            CompletableFuture<HookDecision> use = slow.use();
            slow.untilHeard(busy, "event_intercept", 1);

            slow.time.pass(ExtensionGuard.CHAIN.plusSeconds(5));
            busy.says("{\"type\":\"command_response\",\"id\":\"c-1\"}");
            busy.says("{\"type\":\"event_intercept_response\",\"id\":\"i-2\"}");
            slow.untilHeard("event_intercept", 1);
            slow.time.pass(ExtensionChannel.VERDICT.minusMillis(1));
            assertThat(use).isNotDone();
            slow.newest().says("{\"type\":\"event_intercept_response\",\"id\":\"i-1\"}");

            assertThat(use.get(30, TimeUnit.SECONDS).allowed()).isTrue();
        }
    }

    @Test
    void Z061_who_is_not_reached_within_fifteen_seconds_is_silent() throws Exception {
        try (Extensions slow = Extensions.allInVirtualTime()) {
            for (String name : List.of("one", "two", "three")) {
                Extension silent = slow.start(name, ExtensionSettings.STANDARD.withFailOpen(true));
                slow.newest().says("{\"type\":\"hello\",\"name\":\"" + name + "\"}", GUARD, READY);
                slow.until(() -> silent.view().guards());
            }
            Extension last = slow.start("last");
            slow.newest().says("{\"type\":\"hello\",\"name\":\"last\"}", GUARD, READY);
            slow.until(() -> last.view().guards());
            CompletableFuture<HookDecision> use = slow.use();
            for (ScriptedExtension silent : slow.started.subList(0, 3)) {
                slow.untilHeard(silent, "event_intercept", 1);
                slow.time.pass(ExtensionChannel.VERDICT);
            }

            assertThat(((HookDecision.Deny) use.get(30, TimeUnit.SECONDS)).reason())
                    .contains("those before it have taken the 15 s", "'ext stop last'");
            assertThat(slow.newest().heard("event_intercept")).isEmpty();
        }
    }

    private String verdict(String members) {
        return "{\"type\":\"event_intercept_response\",\"id\":\"" + program().idOf("event_intercept") + "\""
                + (members.equals("{}") ? "}" : "," + members.substring(1));
    }

    @Test
    void Z072_a_turn_is_begun_where_the_extension_lets_it_and_Z069_where_it_says_nothing() throws Exception {
        extensions.ready("{\"type\":\"subscribe\",\"intercept\":[\"turn_start\"]}");

        CompletableFuture<Optional<String>> blocked =
                extensions.session.beforeTurn(3).toCompletableFuture();
        extensions.untilHeard("event_intercept", 1);
        assertThat(program().lines)
                .last()
                .isEqualTo("{\"type\":\"event_intercept\",\"id\":\"i-1\",\"event\":\"turn_start\",\"step\":3}");
        program().says(verdict("{\"block\":true,\"reason\":\"closed\"}"));
        assertThat(blocked.get(30, TimeUnit.SECONDS).orElseThrow()).contains("closed");

        for (int i = 0; i < 2; i++) {
            CompletableFuture<Optional<String>> silent =
                    extensions.session.beforeTurn(4).toCompletableFuture();
            extensions.untilHeard("event_intercept", 2 + i);
            extensions.time.pass(ExtensionChannel.VERDICT);
            assertThat(silent.get(30, TimeUnit.SECONDS)).isEmpty();
        }
        extensions.time.settle();
        assertThat(extensions.told).singleElement().asString().contains("'turn_start'", "without it");
    }

    @Test
    void Z069_who_is_to_fail_closed_denies_turns_and_texts_by_silence() throws Exception {
        extensions.ready(
                ExtensionSettings.STANDARD.withFailClosed(true),
                "{\"type\":\"subscribe\",\"intercept\":[\"turn_start\",\"assistant_message\"]}");

        CompletableFuture<Optional<String>> turn =
                extensions.session.beforeTurn(1).toCompletableFuture();
        CompletableFuture<String> text =
                extensions.session.beforeShown("secret").toCompletableFuture();
        extensions.untilHeard("event_intercept", 2);
        extensions.time.pass(ExtensionChannel.VERDICT);

        assertThat(turn.get(30, TimeUnit.SECONDS)).isPresent();
        assertThat(text.get(30, TimeUnit.SECONDS)).contains("withheld").doesNotContain("secret");
    }

    @Test
    void Z074_a_text_is_shown_as_the_extension_has_it() throws Exception {
        extensions.ready(
                "{\"type\":\"subscribe\",\"intercept\":[\"assistant_message\"],\"events\":[\"assistant_message\"]}");

        CompletableFuture<String> shown =
                extensions.session.beforeShown("my secret").toCompletableFuture();
        extensions.untilHeard("event_intercept", 1);
        program().says(verdict("{\"replace_text\":\"my [redacted]\"}"));

        assertThat(shown.get(30, TimeUnit.SECONDS)).isEqualTo("my [redacted]");
        extensions.untilHeard("event", 1);
        assertThat(program().lines)
                .last()
                .isEqualTo("{\"type\":\"event\",\"event\":\"assistant_message\",\"text\":\"my [redacted]\"}");
    }

    @Test
    void Z078_Z079_turns_are_told_of_with_their_steps_and_ends() {
        extensions.ready("{\"type\":\"subscribe\",\"events\":[\"turn_start\",\"turn_end\"]}");

        extensions.session.beforeTurn(1);
        extensions.session.turnEnded(TurnStop.ERROR, Optional.of("no answer"));

        extensions.untilHeard("event", 2);
        assertThat(program().heard("event"))
                .extracting(JsonValue::json)
                .containsExactly(
                        "{\"type\":\"event\",\"event\":\"turn_start\",\"step\":1}",
                        "{\"type\":\"event\",\"event\":\"turn_end\",\"stop\":\"error\",\"error\":\"no answer\"}");
    }

    @Test
    void Z071_one_that_is_required_denies_from_the_start_until_it_decides_and_if_it_fails() throws Exception {
        Extension extension = extensions.start("demo", ExtensionSettings.STANDARD.withRequired(true));
        assertThat(extensions.use().get(30, TimeUnit.SECONDS).allowed()).isFalse();
        extensions.end(extension, 1);
        extensions.until(() -> extension.view().state() == ExtensionView.State.FAILED);
        extensions.time.pass(Extension.GUARD_LOSS);
        assertThat(extensions.use().get(30, TimeUnit.SECONDS).allowed()).isFalse();

        extension.stop();

        extensions.until(() -> extensions.use().join().allowed());
    }

    @Test
    void Z065_Z091_reasons_and_notes_are_cut() throws Exception {
        extensions.ready(GUARD);
        extensions.untilGuarded();

        HookDecision denied = extensions.judged("{\"block\":true,\"reason\":\"" + "x".repeat(5_000) + "\"}");
        program().says("{\"type\":\"notify\",\"message\":\"" + "n".repeat(9_000) + "\"}");

        assertThat(((HookDecision.Deny) denied).reason()).hasSizeLessThanOrEqualTo(ZotLimit.REASON_BYTES.most());
        extensions.until(() -> extensions.notes.contains("INFO " + "n".repeat(Note.MOST_OF_TEXT)));
    }

    @Test
    void Z069_what_has_no_program_for_the_moment_is_silent_about_turns_which_allows_unless_its_user_says_otherwise()
            throws Exception {
        Extension extension = extensions.ready(
                ExtensionSettings.STANDARD.withFailClosed(true),
                "{\"type\":\"subscribe\",\"intercept\":[\"turn_start\"]}");
        extensions.end(extension, 1);

        assertThat(extensions.session.beforeTurn(1).toCompletableFuture().get(30, TimeUnit.SECONDS))
                .hasValueSatisfying(why -> assertThat(why).contains("it does not run"));
        extensions.time.pass(Restarts.pauseAfter(1));
        extensions.until(() -> extensions.started.size() == 2);
        program().says(HELLO, READY);
        extensions.until(() -> extension.view().state() == ExtensionView.State.READY);
        assertThat(extensions.session.beforeTurn(1).toCompletableFuture().get(30, TimeUnit.SECONDS))
                .hasValueSatisfying(why -> assertThat(why).contains("it has not asked for that yet"));
        extension.stop();
        extensions.until(() ->
                extensions.session.beforeTurn(1).toCompletableFuture().join().isEmpty());

        // Another one of the name begins once the program has gone.
        CompletableFuture<Void> gone = extension.retire().toCompletableFuture();
        extensions.untilWithin(ExtensionRun.FAREWELL, gone::isDone);

        Extension lenient = extensions.ready("{\"type\":\"subscribe\",\"intercept\":[\"turn_start\"]}");
        extensions.end(lenient, 1);
        assertThat(extensions.session.beforeTurn(1).toCompletableFuture().get(30, TimeUnit.SECONDS))
                .isEmpty();
        extensions.until(
                () -> extensions.told.stream().anyMatch(it -> it.contains("has not decided about 'turn_start'")));
    }
}
