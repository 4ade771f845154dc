package io.tapgateway.zot;

import static io.tapgateway.zot.Extensions.GUARD;
import static io.tapgateway.zot.Extensions.HELLO;
import static io.tapgateway.zot.Extensions.READY;
import static io.tapgateway.zot.Extensions.outcome;
import static io.tapgateway.zot.Extensions.tool;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ContentBlock;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.runtime.CallHandle;
import io.tapgateway.runtime.CallOptions;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.runtime.TurnStop;
import io.tapgateway.transport.local.LocalProviderTransport;
import io.tapgateway.user.Note;
import io.tapgateway.user.SessionUser;
import io.tapgateway.user.command.CommandOutcome;
import io.tapgateway.user.command.Commands;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Extensions at a real gateway; the programs do as the test says, and the extensions' time is virtual. */
class ExtensionTest {
    private final Extensions extensions = new Extensions();

    @AfterEach
    void closeAll() {
        extensions.close();
    }

    private ScriptedExtension program() {
        return extensions.newest();
    }

    private void untilHeard(String type, int times) {
        extensions.until(() -> program().heard(type).size() == times);
    }

    private String answered(CallHandle call, String content) throws Exception {
        untilHeard("tool_call", 1);
        program().says("{\"type\":\"tool_result\",\"id\":\"" + program().idOf("tool_call") + "\"," + content + "}");
        return outcome(call) instanceof ToolOutcome.Success success
                ? success.data().toString()
                : outcome(call) instanceof ToolOutcome.Failure failure ? failure.error() : "";
    }

    @Test
    void Z033_Z034_hello_is_answered_at_once_in_the_order_of_the_text() {
        extensions.start();

        program().says(HELLO);

        untilHeard("hello_ack", 1);
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
    void Z053_Z117_a_call_has_a_minute_or_what_its_user_says_and_ten_minutes_where_a_person_is_asked() {
        extensions.ready(tool("read"), "{\"type\":\"register_tool\",\"name\":\"ask\",\"interactive\":true}");
        extensions.until(() -> extensions.tools().size() == 2);

        assertThat(timeout("read")).isEqualTo(60_000);
        assertThat(timeout("ask")).isEqualTo(600_000);
    }

    @Test
    void Z053_its_user_may_say_how_long_a_call_takes() {
        extensions.ready(
                new ExtensionSettings(
                        false, false, false, ExtensionSettings.SHORTEST, ExtensionSettings.HELLO, Set.of()),
                tool("read"));
        extensions.until(() -> extensions.tools().equals(List.of("read")));

        assertThat(timeout("read")).isEqualTo(100);
    }

    private long timeout(String name) {
        return extensions.session.tool(name).orElseThrow().timeout().toMillis();
    }

    @Test
    void Z117_where_no_person_is_a_tool_that_asks_one_is_not_called() throws Exception {
        extensions.ready("{\"type\":\"register_tool\",\"name\":\"ask\",\"interactive\":true}");
        extensions.until(() -> extensions.tools().equals(List.of("ask")));
        CallHandle alone = extensions.call("ask");
        assertThat(((ToolOutcome.Failure) outcome(alone)).error()).contains("needs a person");
        assertThat(program().heard("tool_call")).isEmpty();

        extensions.sitDown();

        assertThat(answered(extensions.call("ask"), "\"content\":[]")).contains("no content");
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
        assertThat(extension.view().problems()).containsExactly("it has ended with exit code 3 before it was ready");
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
        untilHeard("hello_ack", 1);
        extensions.time.settle();

        extensions.time.pass(ExtensionRun.QUIET);

        extensions.until(() -> extension.view().state() == ExtensionView.State.READY);
        extensions.until(() -> extensions.tools().equals(List.of("read")));
    }

    @Test
    void Z035_who_talks_on_and_on_is_ready_after_three_seconds() {
        Extension extension = extensions.start();
        program().says(HELLO);
        untilHeard("hello_ack", 1);
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
    void Z052_tools_are_there_with_the_trust_of_a_program_and_calls_carry_arguments_and_text() throws Exception {
        extensions.ready(tool("read"));
        extensions.until(() -> extensions.tools().equals(List.of("read")));

        CallHandle call = extensions.call("read");

        assertThat(answered(
                        call,
                        "\"content\":[{\"type\":\"text\",\"text\":\"one\"},{\"type\":\"text\",\"text\":\"two\"}]"))
                .isEqualTo("\"one\\ntwo\"");
        assertThat(extensions.session.tools()).extracting(RegisteredTool::trust).containsOnly(TrustLevel.PROJECT);
        assertThat(program().heard("tool_call").get(0).json())
                .isEqualTo("{\"type\":\"tool_call\",\"id\":\"t-1\",\"name\":\"read\",\"args\":{}}");
    }

    @Test
    void Z056_nothing_is_said_to_be_nothing() throws Exception {
        extensions.ready(tool("read"));
        extensions.until(() -> extensions.tools().equals(List.of("read")));

        assertThat(answered(extensions.call("read"), "\"content\":[]")).isEqualTo("\"(no content)\"");
    }

    @Test
    void Z056_a_picture_makes_content() throws Exception {
        extensions.ready(tool("read"));
        extensions.until(() -> extensions.tools().equals(List.of("read")));
        CallHandle call = extensions.call("read");

        answered(call, "\"content\":[{\"type\":\"image\",\"mime_type\":\"image/png\",\"data\":\"AAAA\"}]");

        assertThat(((ToolOutcome.Content) outcome(call)).content().blocks())
                .singleElement()
                .isInstanceOfSatisfying(
                        ContentBlock.Media.class,
                        image -> assertThat(image.mimeType()).isEqualTo("image/png"));
    }

    @Test
    void Z057_a_picture_that_is_none_fails_the_call() throws Exception {
        extensions.ready(tool("read"));
        extensions.until(() -> extensions.tools().equals(List.of("read")));

        assertThat(answered(
                        extensions.call("read"),
                        "\"content\":[{\"type\":\"image\",\"mime_type\":\"image/png\",\"data\":\"no\"}]"))
                .contains("base64");
    }

    @Test
    void Z058_an_error_of_the_tool_is_a_failure_of_the_call() throws Exception {
        extensions.ready(tool("read"));
        extensions.until(() -> extensions.tools().equals(List.of("read")));
        CallHandle call = extensions.call("read");

        assertThat(answered(call, "\"content\":[{\"type\":\"text\",\"text\":\"no disk\"}],\"is_error\":true"))
                .isEqualTo("no disk");
        assertThat(outcome(call).failedWith(ToolErrorCode.INTERNAL)).isTrue();
    }

    @Test
    void Z058_a_result_ahead_of_the_end_counts() throws Exception {
        extensions.ready(tool("read"));
        extensions.until(() -> extensions.tools().equals(List.of("read")));
        CallHandle call = extensions.call("read");
        untilHeard("tool_call", 1);

        program().says("{\"type\":\"tool_result\",\"id\":\"t-1\",\"content\":[{\"type\":\"text\",\"text\":\"last\"}]}");
        program().ends(1);

        assertThat(outcome(call).ok()).isTrue();
    }

    @Test
    void Z047_an_answer_to_nothing_is_inert() throws Exception {
        Extension extension = extensions.ready(tool("read"));
        extensions.until(() -> extensions.tools().equals(List.of("read")));

        program().says("{\"type\":\"tool_result\",\"id\":\"t-9\",\"content\":[]}");

        assertThat(answered(extensions.call("read"), "\"content\":[]")).isEqualTo("\"(no content)\"");
        assertThat(extension.view().problems()).isEmpty();
    }

    @Test
    void Z043_an_answer_that_cannot_be_read_ends_its_call() throws Exception {
        Extension extension = extensions.ready(tool("read"));
        extensions.until(() -> extensions.tools().equals(List.of("read")));

        assertThat(answered(extensions.call("read"), "\"content\":7")).contains("cannot be read");
        extensions.time.pass(ExtensionProvider.DEBOUNCE);
        program().says(tool("write"));
        extensions.until(() -> extensions.tools().contains("write"));
        assertThat(extension.view().problems()).singleElement().asString().contains("'tool_result'", "/content");
    }

    @Test
    void Z055_who_cancels_a_call_has_the_extension_told_once() throws Exception {
        extensions.ready(tool("read"));
        extensions.until(() -> extensions.tools().equals(List.of("read")));
        CallHandle call = extensions.call("read");
        untilHeard("tool_call", 1);

        call.cancel();

        untilHeard("tool_cancel", 1);
        assertThat(program().idOf("tool_cancel")).isEqualTo(program().idOf("tool_call"));
        assertThat(outcome(call).failedWith(ToolErrorCode.CANCELLED)).isTrue();
    }

    @Test
    void Z048_a_hundred_tools_are_had_and_the_next_one_is_a_problem() {
        String[] frames = IntStream.rangeClosed(0, ZotLimit.TOOLS.most())
                .mapToObj(i -> tool("t" + i))
                .toArray(String[]::new);

        Extension extension = extensions.ready(frames);

        extensions.until(() -> extensions.tools().size() == ZotLimit.TOOLS.most());
        assertThat(extension.view().problems())
                .containsExactly("it has 100 tools already, so not 't" + ZotLimit.TOOLS.most() + "'");
    }

    @Test
    void Z049_a_tool_needs_a_name_and_a_schema_that_can_be_had_and_no_description() {
        Extension extension = extensions.ready(
                "{\"type\":\"register_tool\",\"name\":\"with space\"}",
                "{\"type\":\"register_tool\",\"name\":\"typed\",\"schema\":{\"type\":\"string\"}}",
                "{\"type\":\"register_tool\",\"name\":\"plain\"}");

        extensions.until(() -> extensions.tools().equals(List.of("plain")));
        assertThat(extensions.session.tools().get(0).description()).isEqualTo("Tool of the extension demo.");
        assertThat(extension.view().problems()).hasSize(2);
    }

    @Test
    void Z051_a_name_that_is_taken_costs_that_tool_only() {
        LocalProviderTransport.attach(
                        extensions.gateway,
                        extensions.session.info().id(),
                        Provider.named("other")
                                .tool("read", "Reads", Schema.object(), call -> "other")
                                .build())
                .whenBound()
                .toCompletableFuture()
                .join();

        Extension extension = extensions.ready(tool("read"), tool("write"));

        extensions.until(() -> extensions.tools().contains("write"));
        assertThat(extensions.tools()).containsExactlyInAnyOrder("read", "write");
        extensions.until(() -> extension.view().tools().size() == 1);
        assertThat(extension.view().problems()).singleElement().asString().contains("'read'", "cannot be had");
    }

    @Test
    void Z037_what_is_registered_later_comes_within_a_second() {
        extensions.ready(tool("read"));
        extensions.until(() -> extensions.tools().equals(List.of("read")));

        program().says(tool("write"), tool("list"), "{\"type\":\"notify\",\"message\":\"done\"}");
        extensions.until(() -> extensions.notes.contains("INFO done"));
        extensions.time.pass(ExtensionProvider.DEBOUNCE);

        extensions.until(() -> extensions.tools().size() == 3);
    }

    @Test
    void Z065_a_guard_that_blocks_denies_with_its_reason_and_one_that_does_not_lets_pass() throws Exception {
        extensions.ready(GUARD);
        untilGuarded();

        HookDecision denied = judged("{\"block\":true,\"reason\":\"no weekends\"}");
        HookDecision allowed = judged("{}");

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
        untilGuarded();

        HookDecision changed = judged("{\"modified_args\":{\"command\":\"echo\"}}");
        HookDecision same = judged("{\"modified_args\":{\"command\":\"ls\"}}");
        HookDecision none = judged("{\"modified_args\":null}");

        assertThat(changed.allowed()).isFalse();
        assertThat(same.allowed()).isTrue();
        assertThat(none.allowed()).isTrue();
    }

    @Test
    void Z068_a_bad_verdict_denies() throws Exception {
        extensions.ready(GUARD);
        untilGuarded();

        assertThat(judged("{\"block\":\"yes\"}").allowed()).isFalse();
        assertThat(judged("{\"modified_args\":7}").allowed()).isFalse();
    }

    @Test
    void Z066_silence_denies_and_a_late_verdict_is_inert() throws Exception {
        extensions.ready(GUARD);
        untilGuarded();
        CompletableFuture<HookDecision> use = use();
        untilHeard("event_intercept", 1);

        extensions.time.pass(ExtensionChannel.VERDICT);

        assertThat(((HookDecision.Deny) use.get(30, TimeUnit.SECONDS)).reason())
                .contains("not answered within 5000 ms");
        program().says("{\"type\":\"event_intercept_response\",\"id\":\"i-1\"}");
        assertThat(judged("{}").allowed()).isTrue();
    }

    @Test
    void Z067_who_is_to_fail_open_allows_by_silence_nonsense_and_death() throws Exception {
        Extension extension = extensions.ready(ExtensionSettings.STANDARD.withFailOpen(true), GUARD);
        untilGuarded();
        CompletableFuture<HookDecision> silent = use();
        untilHeard("event_intercept", 1);
        extensions.time.pass(ExtensionChannel.VERDICT);
        assertThat(silent.get(30, TimeUnit.SECONDS).allowed()).isTrue();
        assertThat(judged("{\"block\":\"yes\"}").allowed()).isTrue();
        assertThat(judged("{\"block\":true}").allowed()).isFalse();
        CompletableFuture<HookDecision> open = use();
        untilHeard("event_intercept", 4);

        extensions.end(extension, 137);

        assertThat(open.get(30, TimeUnit.SECONDS).allowed()).isTrue();
        assertThat(use().get(30, TimeUnit.SECONDS).allowed()).isTrue();
    }

    @Test
    void Z077_a_tool_is_told_by_the_name_that_its_user_says() throws Exception {
        extensions.ready("{\"type\":\"subscribe\",\"events\":[\"tool_call\"],\"intercept\":[\"tool_call\"]}");
        untilGuarded();

        assertThat(judged("{}").allowed()).isTrue();

        assertThat(program().heard("event_intercept").get(0).get("tool_name")).contains(JsonValue.of("bash"));
        assertThat(program().heard("event").get(0).get("tool_name")).contains(JsonValue.of("bash"));
    }

    @Test
    void Z070_a_guard_that_dies_denies_until_it_is_there_again() throws Exception {
        Extension extension = extensions.ready(GUARD);
        untilGuarded();
        CompletableFuture<HookDecision> open = use();
        untilHeard("event_intercept", 1);

        extensions.end(extension, 137);

        assertThat(open.get(30, TimeUnit.SECONDS).allowed()).isFalse();
        extensions.until(() -> extension.view().state() == ExtensionView.State.WAITING);
        assertThat(use().get(30, TimeUnit.SECONDS).allowed()).isFalse();
        extensions.time.pass(Extension.FIRST_PAUSE);
        extensions.until(() -> extensions.started.size() == 2);
        assertThat(use().get(30, TimeUnit.SECONDS).allowed()).isFalse();
        program().says(HELLO, GUARD, READY);
        extensions.until(() -> extension.view().state() == ExtensionView.State.READY);
        assertThat(judged("{}").allowed()).isTrue();
    }

    @Test
    void Z070_a_guard_that_has_ended_for_good_holds_for_half_a_minute() throws Exception {
        Extension extension = extensions.ready(GUARD);
        untilGuarded();

        extensions.end(extension, 0);
        extensions.until(() -> extension.view().state() == ExtensionView.State.ENDED);
        extensions.time.pass(Extension.GUARD_LOSS.minusMillis(1));
        assertThat(use().get(30, TimeUnit.SECONDS).allowed()).isFalse();
        extensions.time.pass(Duration.ofMillis(1));

        assertThat(extension.view().guards()).isFalse();
        assertThat(extensions.told).last().asString().contains("nothing is held back");
        extensions.until(() -> use().join().allowed());
    }

    @Test
    void Z070_a_guard_that_is_closed_by_its_user_frees_at_once() {
        Extension extension = extensions.ready(GUARD);
        untilGuarded();

        extension.stop();

        extensions.until(() -> use().join().allowed());
    }

    @Test
    void Z080_who_watches_is_told_of_a_use_before_it_is_asked() throws Exception {
        extensions.ready(
                "{\"type\":\"subscribe\",\"events\":[\"tool_call\",\"session_start\"],\"intercept\":[\"tool_call\"]}");
        untilGuarded();

        assertThat(judged("{}").allowed()).isTrue();

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
            assertThat(use().join().allowed()).isTrue();
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
        untilGuarded();

        CallHandle call = extensions.call("read");
        untilHeard("event_intercept", 1);
        program().says(verdict("{\"modified_args\":{\"path\":\"x\"}}"));
        untilHeard("tool_call", 1);
        program().says("{\"type\":\"tool_result\",\"id\":\"" + program().idOf("tool_call") + "\",\"content\":[]}");

        assertThat(outcome(call).ok()).isTrue();
        assertThat(program().heard("tool_call").get(0).get("args"))
                .contains(JsonValue.object(Map.of("path", JsonValue.of("x"))));
    }

    @Test
    void Z061_the_time_for_an_answer_begins_once_nothing_older_is_open() throws Exception {
        extensions.ready(GUARD, tool("read"), "{\"type\":\"register_command\",\"name\":\"go\"}");
        untilGuarded();
        extensions.set.all().get(0).invoke("go", "");
        untilHeard("command_invoked", 1);
        CompletableFuture<HookDecision> use = use();
        untilHeard("event_intercept", 1);

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
        untilGuarded();
        CallHandle call = extensions.call("read");
        untilHeard("event_intercept", 1);
        program().says(verdict("{}"));
        untilHeard("tool_call", 1);
        CompletableFuture<HookDecision> use = use();
        untilHeard("event_intercept", 2);

        extensions.time.pass(ExtensionChannel.LONGEST_PAUSE);

        assertThat(((HookDecision.Deny) use.get(30, TimeUnit.SECONDS)).reason()).contains("busy with 't-");
        call.cancel();
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
        untilHeard("event_intercept", 1);
        assertThat(program().lines)
                .last()
                .isEqualTo("{\"type\":\"event_intercept\",\"id\":\"i-1\",\"event\":\"turn_start\",\"step\":3}");
        program().says(verdict("{\"block\":true,\"reason\":\"closed\"}"));
        assertThat(blocked.get(30, TimeUnit.SECONDS).orElseThrow()).contains("closed");

        for (int i = 0; i < 2; i++) {
            CompletableFuture<Optional<String>> silent =
                    extensions.session.beforeTurn(4).toCompletableFuture();
            untilHeard("event_intercept", 2 + i);
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
        untilHeard("event_intercept", 2);
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
        untilHeard("event_intercept", 1);
        program().says(verdict("{\"replace_text\":\"my [redacted]\"}"));

        assertThat(shown.get(30, TimeUnit.SECONDS)).isEqualTo("my [redacted]");
        untilHeard("event", 1);
        assertThat(program().lines)
                .last()
                .isEqualTo("{\"type\":\"event\",\"event\":\"assistant_message\",\"text\":\"my [redacted]\"}");
    }

    @Test
    void Z078_Z079_turns_are_told_of_with_their_steps_and_ends() {
        extensions.ready("{\"type\":\"subscribe\",\"events\":[\"turn_start\",\"turn_end\"]}");

        extensions.session.beforeTurn(1);
        extensions.session.turnEnded(TurnStop.ERROR, Optional.of("no answer"));

        untilHeard("event", 2);
        assertThat(program().heard("event"))
                .extracting(JsonValue::json)
                .containsExactly(
                        "{\"type\":\"event\",\"event\":\"turn_start\",\"step\":1}",
                        "{\"type\":\"event\",\"event\":\"turn_end\",\"stop\":\"error\",\"error\":\"no answer\"}");
    }

    @Test
    void Z071_one_that_is_required_denies_from_the_start_until_it_decides_and_if_it_fails() throws Exception {
        Extension extension = extensions.start("demo", ExtensionSettings.STANDARD.withRequired(true));
        assertThat(use().get(30, TimeUnit.SECONDS).allowed()).isFalse();
        extensions.end(extension, 1);
        extensions.until(() -> extension.view().state() == ExtensionView.State.FAILED);
        extensions.time.pass(Extension.GUARD_LOSS);
        assertThat(use().get(30, TimeUnit.SECONDS).allowed()).isFalse();

        extension.stop();

        extensions.until(() -> use().join().allowed());
    }

    @Test
    void Z084_Z087_a_command_takes_the_rest_of_the_line_and_may_start_a_turn() throws Exception {
        Extension extension =
                extensions.ready("{\"type\":\"register_command\",\"name\":\"weather\",\"description\":\"now\"}");
        CompletableFuture<CommandOutcome> outcome =
                extension.invoke("Weather", "  in Berlin ").toCompletableFuture();
        untilHeard("command_invoked", 1);

        program().says("{\"type\":\"command_response\",\"id\":\"c-1\",\"action\":\"prompt\",\"prompt\":\"Say it.\"}");

        assertThat(outcome.get(30, TimeUnit.SECONDS))
                .isEqualTo(new CommandOutcome(CommandOutcome.Action.PROMPT, "Say it."));
        assertThat(program().heard("command_invoked").get(0).json())
                .isEqualTo("{\"type\":\"command_invoked\",\"id\":\"c-1\",\"name\":\"weather\",\"args\":\"in Berlin\"}");
        extensions.until(() -> extensions.host.injected().size() == 1);
        InjectedPrompt prompt = extensions.host.injected().get(0);
        assertThat(prompt.toString()).contains("Say it.");
    }

    @Test
    void Z084_arguments_are_left_out_where_there_are_none_and_may_have_32_KiB() throws Exception {
        Extension extension = extensions.ready("{\"type\":\"register_command\",\"name\":\"go\"}");
        extension.invoke("go", "");
        untilHeard("command_invoked", 1);
        assertThat(program().lines).last().isEqualTo("{\"type\":\"command_invoked\",\"id\":\"c-1\",\"name\":\"go\"}");

        extension.invoke("go", "a".repeat(ZotLimit.TEXT_BYTES.most()));
        untilHeard("command_invoked", 2);
        CommandOutcome outcome = extension
                .invoke("go", "a".repeat(ZotLimit.TEXT_BYTES.most() + 1))
                .toCompletableFuture()
                .get(30, TimeUnit.SECONDS);

        assertThat(outcome.action()).isEqualTo(CommandOutcome.Action.ERROR);
    }

    @Test
    void Z085_a_command_that_is_not_answered_ends_and_more_than_sixteen_wait_for_none() throws Exception {
        Extension extension = extensions.ready("{\"type\":\"register_command\",\"name\":\"go\"}");
        List<CompletableFuture<CommandOutcome>> all = IntStream.range(0, ZotLimit.COMMANDS_IN_FLIGHT.most())
                .mapToObj(i -> extension.invoke("go", "").toCompletableFuture())
                .toList();
        untilHeard("command_invoked", ZotLimit.COMMANDS_IN_FLIGHT.most());

        assertThat(extension
                        .invoke("go", "")
                        .toCompletableFuture()
                        .get(30, TimeUnit.SECONDS)
                        .text())
                .contains("busy");
        extensions.time.pass(ExtensionChannel.COMMAND);
        for (CompletableFuture<CommandOutcome> one : all) {
            assertThat(one.get(30, TimeUnit.SECONDS).text()).contains("within 30 s");
        }
    }

    @Test
    void Z089_each_action_and_an_error_before_it() throws Exception {
        Extension extension = extensions.ready("{\"type\":\"register_command\",\"name\":\"go\"}");

        Map<String, CommandOutcome.Action> expected = Map.of(
                "\"action\":\"display\",\"display\":\"x\"", CommandOutcome.Action.DISPLAY,
                "\"action\":\"insert\",\"insert\":\"x\"", CommandOutcome.Action.INSERT,
                "\"action\":\"noop\"", CommandOutcome.Action.NOOP,
                "\"action\":\"\"", CommandOutcome.Action.NOOP,
                "\"action\":\"dance\"", CommandOutcome.Action.ERROR,
                "\"action\":\"display\",\"error\":\"x\"", CommandOutcome.Action.ERROR);
        int count = 0;
        for (Map.Entry<String, CommandOutcome.Action> each : expected.entrySet()) {
            CompletableFuture<CommandOutcome> outcome =
                    extension.invoke("go", "").toCompletableFuture();
            untilHeard("command_invoked", ++count);
            program()
                    .says("{\"type\":\"command_response\",\"id\":\"" + program().idOf("command_invoked") + "\","
                            + each.getKey() + "}");
            assertThat(outcome.get(30, TimeUnit.SECONDS).action()).isEqualTo(each.getValue());
        }
    }

    @Test
    void Z082_a_hundred_commands_are_had_whose_names_have_no_slash_and_at_most_64_characters() {
        List<String> frames = IntStream.rangeClosed(0, Commands.MOST_PER_SOURCE)
                .mapToObj(i -> "{\"type\":\"register_command\",\"name\":\"c" + i + "\"}")
                .collect(Collectors.toList());
        frames.add(0, "{\"type\":\"register_command\",\"name\":\"a/b\"}");
        frames.add(0, "{\"type\":\"register_command\",\"name\":\"" + "n".repeat(65) + "\"}");
        frames.add(0, "{\"type\":\"register_command\",\"name\":\"" + "n".repeat(64) + "\"}");

        Extension extension = extensions.ready(frames.toArray(String[]::new));

        assertThat(extension.view().commands()).hasSize(Commands.MOST_PER_SOURCE);
        assertThat(extension.view().problems()).hasSize(4);
    }

    @Test
    void Z090_what_is_submitted_reaches_the_agent_trimmed() {
        extensions.ready();

        program().says("{\"type\":\"submit\",\"text\":\"  \"}", "{\"type\":\"submit\",\"text\":\" look \"}");

        extensions.until(() -> extensions.host.injected().size() == 1);
        assertThat(extensions.host.injected().get(0).toString()).contains("look");
    }

    @Test
    void Z091_ten_notes_a_second_are_shown() {
        extensions.ready();
        for (int i = 0; i < SessionUser.MOST_NOTES_PER_SECOND + 5; i++) {
            program().says("{\"type\":\"notify\",\"level\":\"warn\",\"message\":\"n" + i + "\"}");
        }
        program().says("{\"type\":\"submit\",\"text\":\"all said\"}");
        extensions.until(() -> extensions.host.injected().size() == 1);
        assertThat(extensions.notes).hasSize(SessionUser.MOST_NOTES_PER_SECOND).contains("WARN n0", "WARN n9");

        extensions.time.pass(Duration.ofSeconds(1));
        program().says("{\"type\":\"notify\",\"level\":\"loud\",\"message\":\"again\"}");

        extensions.until(() -> extensions.notes.contains("INFO again"));
    }

    @Test
    void Z100_an_end_ends_calls_and_takes_tools_along_and_Z102_the_program_comes_back() throws Exception {
        Extension extension = extensions.ready(tool("read"));
        extensions.until(() -> extensions.tools().equals(List.of("read")));
        CallHandle call = extensions.call("read");
        untilHeard("tool_call", 1);

        extensions.end(extension, 137);

        assertThat(outcome(call).failedWith(ToolErrorCode.DISCONNECTED)).isTrue();
        extensions.time.pass(ExtensionProvider.DEBOUNCE);
        extensions.until(() -> extensions.started.size() == 2);
        program().says(HELLO, tool("read"), READY);
        extensions.until(() -> extension.view().state() == ExtensionView.State.READY);
        extensions.time.pass(ExtensionProvider.DEBOUNCE);
        extensions.until(() -> extensions.tools().equals(List.of("read")));
    }

    @Test
    void Z101_who_says_nothing_more_is_ended() {
        extensions.ready();

        program().closesOutput();
        extensions.until(() -> program().heard("shutdown").size() == 1);
        extensions.time.pass(ExtensionRun.FAREWELL);

        assertThat(program().stopped).isTrue();
    }

    @Test
    void Z102_after_ten_short_lives_it_is_given_up() {
        Extension extension = extensions.ready();
        for (int life = 1; life <= Extension.MOST_SHORT_LIVES; life++) {
            int before = life;
            extensions.until(() -> extensions.started.size() == before);
            program().says(HELLO, READY);
            extensions.until(() -> extension.view().state() == ExtensionView.State.READY);
            extensions.end(extension, 1);
            extensions.until(() -> extension.view().state() != ExtensionView.State.READY);
            extensions.time.pass(Extension.pauseAfter(life).minusMillis(1));
            assertThat(extensions.started).hasSize(life);
            extensions.time.pass(Duration.ofMillis(1));
        }

        assertThat(extension.view().state()).isEqualTo(ExtensionView.State.GIVEN_UP);
        assertThat(extension.view().failures()).isEqualTo(Extension.MOST_SHORT_LIVES);
        assertThat(extensions.started).hasSize(Extension.MOST_SHORT_LIVES);
    }

    @Test
    void Z103_who_is_closed_is_told_first() {
        Extension extension = extensions.ready(tool("read"));

        extension.stop();

        untilHeard("shutdown", 1);
        extensions.time.settle();
        assertThat(program().stopped).isFalse();
        extensions.time.pass(ExtensionRun.FAREWELL);
        assertThat(program().stopped).isTrue();
        extensions.until(() -> extensions.tools().isEmpty());
    }

    @Test
    void Z115_frames_of_later_versions_are_noted_once() {
        Extension extension = extensions.ready();

        program().says("{\"type\":\"call_tool\"}", "{\"type\":\"call_tool\"}", "{\"type\":\"submit\",\"text\":\"x\"}");

        extensions.until(() -> extensions.host.injected().size() == 1);
        extension.invoke("none", "").toCompletableFuture().join();
        program().says(tool("read"));
        extensions.until(() -> !extension.view().problems().isEmpty());
        assertThat(extension.view().problems()).containsExactly("nothing is done here about its frames 'call_tool'");
    }

    @Test
    void Z116_a_tool_for_whom_later_versions_know_is_had_and_one_for_others_is_not() {
        Extension extension = extensions.ready(
                "{\"type\":\"register_tool\",\"name\":\"later\",\"exposure\":\"deferred\"}",
                "{\"type\":\"register_tool\",\"name\":\"never\",\"exposure\":\"martians\"}");

        extensions.until(() -> extensions.tools().equals(List.of("later")));
        assertThat(extension.view().problems()).singleElement().asString().contains("'never'", "'martians'");
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
    void Z054_more_calls_than_256_wait() throws Exception {
        extensions.ready(tool("read"));
        extensions.until(() -> extensions.tools().equals(List.of("read")));
        for (int i = 0; i < ZotLimit.CALLS_IN_FLIGHT.most(); i++) {
            extensions.call("read");
        }
        CallHandle next = extensions.call("read");
        untilHeard("tool_call", ZotLimit.CALLS_IN_FLIGHT.most());

        program().says("{\"type\":\"tool_result\",\"id\":\"t-7\",\"content\":[]}");
        untilHeard("tool_call", ZotLimit.CALLS_IN_FLIGHT.most() + 1);
        program()
                .says("{\"type\":\"tool_result\",\"id\":\"t-" + (ZotLimit.CALLS_IN_FLIGHT.most() + 1)
                        + "\",\"content\":[]}");

        assertThat(outcome(next).ok()).isTrue();
    }

    @Test
    void Z045_who_lets_too_much_wait_unread_is_deaf_and_ended() throws Exception {
        Extension extension = extensions.ready(tool("read"));
        extensions.until(() -> extensions.tools().equals(List.of("read")));
        program().stopsReading();
        JsonValue large = JsonValue.object(Map.of("text", JsonValue.of("x".repeat(2_000_000))));
        int enough = ZotLimit.UNREAD_CHARACTERS.most() / 2_000_000;
        for (int i = 0; i < enough; i++) {
            extensions.session.startCall("read", large, CallOptions.NONE);
        }
        assertThat(program().stopped).isFalse();

        CallHandle tooMuch = extensions.session.startCall("read", large, CallOptions.NONE);
        CallHandle evenMore = extensions.session.startCall("read", large, CallOptions.NONE);

        assertThat(outcome(tooMuch).ok()).isFalse();
        assertThat(outcome(evenMore).ok()).isFalse();
        extensions.until(() -> program().stopped);
        program().readsOn();
        extensions.untilWithin(Extension.LAST_WORDS, () -> extension.view().state() == ExtensionView.State.WAITING);
        assertThat(extension.view().problems()).last().asString().contains("does not read");
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
            program().says("{\"type\":\"new" + i + "\"}");
        }

        String last = "nothing is done here about its frames 'new" + ZotLimit.PROBLEMS.most() + "'";
        extensions.until(() -> extension.view().problems().contains(last));
        assertThat(extension.view().problems())
                .hasSize(ZotLimit.PROBLEMS.most())
                .startsWith("nothing is done here about its frames 'new1'");
    }

    @Test
    void Z065_Z091_reasons_and_notes_are_cut() throws Exception {
        extensions.ready(GUARD);
        untilGuarded();

        HookDecision denied = judged("{\"block\":true,\"reason\":\"" + "x".repeat(5_000) + "\"}");
        program().says("{\"type\":\"notify\",\"message\":\"" + "n".repeat(9_000) + "\"}");

        assertThat(((HookDecision.Deny) denied).reason()).hasSizeLessThanOrEqualTo(ZotLimit.REASON_BYTES.most());
        extensions.until(() -> extensions.notes.contains("INFO " + "n".repeat(Note.MOST_OF_TEXT)));
    }

    /** Its wish is heard with the news that it is ready. */
    private void untilGuarded() {
        extensions.until(() -> extensions.set.all().get(0).view().guards()
                || !extensions.set.all().get(0).view().events().isEmpty());
    }

    private CompletableFuture<HookDecision> use() {
        return extensions
                .session
                .preToolUse("shell", JsonValue.object(Map.of("command", JsonValue.of("ls"))))
                .toCompletableFuture();
    }

    /** What comes of a use about which the extension says that. */
    private HookDecision judged(String verdict) throws Exception {
        int before = program().heard("event_intercept").size();
        CompletableFuture<HookDecision> use = use();
        untilHeard("event_intercept", before + 1);
        String members = verdict.substring(1, verdict.length() - 1);
        program()
                .says("{\"type\":\"event_intercept_response\",\"id\":\""
                        + program().idOf("event_intercept") + "\"" + (members.isEmpty() ? "" : "," + members) + "}");
        return use.get(30, TimeUnit.SECONDS);
    }
}
