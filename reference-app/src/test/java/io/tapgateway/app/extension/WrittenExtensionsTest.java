package io.tapgateway.app.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.app.session.NewSession;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.runtime.CallHandle;
import io.tapgateway.runtime.CallOptions;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.user.Ability;
import io.tapgateway.user.Attachment;
import io.tapgateway.user.OpenQuestion;
import io.tapgateway.user.QuestionEnd;
import io.tapgateway.user.SessionUser;
import io.tapgateway.user.Surface;
import io.tapgateway.user.command.CommandOutcome;
import io.tapgateway.user.panel.PanelKey;
import io.tapgateway.zot.ExtensionView;
import io.tapgateway.zot.ZotLimit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Extensions as people write them, in shell, Python and Node.js: real programs of a gateway in this process. */
@Timeout(300)
class WrittenExtensionsTest {
    /** How many calls of a provider wait for a place (D-141). */
    private static final int WAITING = (int) Limit.QUEUED_CALLS.standard();

    private LiveExtensions extensions;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        extensions = new LiveExtensions(directory.toRealPath());
    }

    @AfterEach
    void stop() {
        extensions.close();
    }

    private GatewaySession session() {
        return extensions.session().gateway();
    }

    private SessionUser user() {
        return extensions.session().host().user();
    }

    private void awaitTool(String name) {
        await().atMost(LiveExtensions.PATIENCE).until(() -> session().tool(name).isPresent());
    }

    private CallHandle begun(String tool, String how) {
        return session().startCall(tool, JsonValue.of(Map.of("how", how)), CallOptions.NONE);
    }

    private ToolOutcome called(String tool, String how) throws Exception {
        return outcome(begun(tool, how));
    }

    private static ToolOutcome outcome(CallHandle call) throws Exception {
        return call.outcome().toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    private static String text(ToolOutcome outcome) {
        return ((ToolOutcome.Success) outcome).data().asString();
    }

    private HookDecision judged(String how) throws Exception {
        return session()
                .preToolUse("shell", JsonValue.of(Map.of("how", how)))
                .toCompletableFuture()
                .get(60, TimeUnit.SECONDS);
    }

    private String denied(String how) throws Exception {
        return judged(how) instanceof HookDecision.Deny deny ? deny.reason() : "";
    }

    private ExtensionView view(String name) {
        return extensions.gateway().extensions().all(LiveExtensions.MAIN).stream()
                .flatMap(it -> it.view().stream())
                .filter(it -> it.manifest().name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private void awaitGuard(String name) {
        await().atMost(LiveExtensions.PATIENCE).until(() -> view(name).guards());
    }

    @Test
    void Z065_Z068_a_guard_in_python_blocks_changes_and_talks_nonsense_and_dies() throws Exception {
        extensions.start(extensions.program("guard.py"));
        awaitGuard("guard");
        awaitTool("guarded");

        assertThat(judged("let pass").allowed()).isTrue();
        assertThat(denied("block")).contains("not on my watch");
        assertThat(denied("nonsense")).contains("guard");
        assertThat(text(called("guarded", "rewrite"))).isEqualTo("{\"how\": \"rewritten\"}");
        assertThat(denied("die")).contains("guard");
        await().atMost(LiveExtensions.PATIENCE)
                .until(() -> extensions.states().equals(List.of("ready"))
                        && judged("let pass").allowed());
    }

    @Test
    void Z066_a_guard_that_is_silent_denies_and_names_the_way_out() throws Exception {
        extensions.start(extensions.program("guard.py"));
        awaitGuard("guard");

        assertThat(denied("silence")).contains("has not answered within", "ext stop guard");
    }

    @Test
    void Z061_a_guard_that_does_one_thing_after_the_other_is_not_late_because_of_its_own_call() throws Exception {
        extensions.start(extensions.program("guard.py"));
        awaitGuard("guard");
        awaitTool("guarded");

        CallHandle slow = begun("guarded", "slow");
        await().atMost(LiveExtensions.PATIENCE)
                .until(() -> extensions.gateway().gateway().providers().stream()
                        .anyMatch(it -> it.load().inFlight() > 0));

        assertThat(judged("let pass").allowed()).isTrue();
        assertThat(outcome(slow).ok()).isTrue();
    }

    @Test
    void Z062_a_guard_judges_what_those_before_it_have_made_of_it_and_nothing_else() throws Exception {
        Path rewriter = extensions.program("chain.py", "rewriter");
        Path watchman = extensions.program("chain.py", "watchman");
        extensions.start(rewriter, watchman);
        awaitTool("chained");

        ToolOutcome outcome = called("chained", "as it was");

        assertThat(((ToolOutcome.Failure) outcome).error()).contains("watchman", "somebody has changed it");
    }

    @Test
    void Z062_a_guard_that_comes_first_judges_what_was_asked_for() throws Exception {
        Path watchman = extensions.program("chain.py", "watchman");
        Path rewriter = extensions.program("chain.py", "rewriter");
        extensions.start(watchman, rewriter);
        awaitTool("chained");

        assertThat(text(called("chained", "as it was"))).isEqualTo("{\"how\": \"rewritten\"}");
    }

    @Test
    void Z062_two_guards_and_one_that_rewrites_are_asked_by_their_rank() throws Exception {
        Path guard = extensions.program("guard.py");
        Path watchman = extensions.program("chain.py", "watchman");
        Path rewriter = extensions.program("chain.py", "rewriter");
        extensions.start(guard, watchman, rewriter);
        awaitGuard("guard");
        awaitGuard("watchman");
        awaitTool("chained");

        assertThat(((ToolOutcome.Failure) called("chained", "block")).error()).contains("guard", "not on my watch");
        assertThat(text(called("chained", "as it was"))).isEqualTo("{\"how\": \"rewritten\"}");
    }

    @Test
    void Z062_one_that_rewrites_is_judged_by_two_guards_behind_it() throws Exception {
        Path rewriter = extensions.program("chain.py", "rewriter");
        Path guard = extensions.program("guard.py");
        Path watchman = extensions.program("chain.py", "watchman");
        extensions.start(rewriter, guard, watchman);
        awaitGuard("guard");
        awaitGuard("watchman");
        awaitTool("chained");

        // The guard that would block it is asked about something else by then.
        assertThat(((ToolOutcome.Failure) called("chained", "block")).error())
                .contains("watchman", "somebody has changed it");
    }

    @Test
    void Z073_Z074_a_redactor_in_python_has_other_texts_shown() throws Exception {
        extensions.start(extensions.program("redactor.py"));
        await().atMost(LiveExtensions.PATIENCE)
                .until(() -> view("redactor").intercepts().contains("assistant_message"));

        assertThat(shown("the SECRET word")).isEqualTo("the [redacted] word");
        assertThat(shown("nothing to hide")).isEqualTo("nothing to hide");
        assertThat(shown("SECRET")).isEqualTo("withheld by redactor: nothing but secrets");
    }

    private String shown(String text) throws Exception {
        return session().beforeShown(text).toCompletableFuture().get(60, TimeUnit.SECONDS);
    }

    @Test
    void Z033_Z097_a_panel_in_python_is_worked_in_with_keys_and_keeps_what_stands_there() throws Exception {
        Attachment seat = sitDown();
        extensions.start(extensions.program("todos.py"));

        openTodos();
        assertThat(lines()).isEmpty();
        press(seat, 'a', 'a', 'a', 'x');
        await().atMost(LiveExtensions.PATIENCE).until(() -> lines().equals(List.of("todo 1", "todo 2")));
        assertThat(seat.dismiss(user().panel().orElseThrow().id())).isTrue();
        await().atMost(LiveExtensions.PATIENCE)
                .until(() ->
                        user().notes().stream().anyMatch(it -> it.note().text().equals("closed with 2")));

        extensions
                .gateway()
                .extensions()
                .reload(LiveExtensions.MAIN)
                .orElseThrow()
                .toCompletableFuture()
                .get(60, TimeUnit.SECONDS);
        openTodos();
        assertThat(lines()).containsExactly("todo 1", "todo 2");
        assertThat(user().notes()).isEmpty();
    }

    private void openTodos() throws Exception {
        awaitCommand("todos");
        assertThat(ran("/todos").action()).isEqualTo(CommandOutcome.Action.PANEL);
    }

    private List<String> lines() {
        return user().panel().orElseThrow().content().lines();
    }

    private void press(Attachment seat, int... characters) {
        for (int each : characters) {
            assertThat(seat.key(
                            user().panel().orElseThrow().id(),
                            PanelKey.rune(each).orElseThrow()))
                    .isTrue();
        }
    }

    private Attachment sitDown() {
        return user().attach(new Surface() {
            @Override
            public String name() {
                return "in a test";
            }

            @Override
            public int mostCharacters() {
                return 1_000;
            }

            @Override
            public Set<Ability> abilities() {
                return EnumSet.of(Ability.PANELS);
            }

            @Override
            public void opened(OpenQuestion question) {}

            @Override
            public void closed(OpenQuestion question, QuestionEnd how) {}
        });
    }

    @Test
    void Z054_answers_may_come_in_any_order_and_twice_and_late() throws Exception {
        extensions.start(extensions.program("slow.py"));
        awaitTool("ordered");

        CallHandle first = begun("ordered", "first");
        CallHandle second = begun("ordered", "second");
        assertThat(text(outcome(second))).isEqualTo("second");
        assertThat(text(outcome(first))).isEqualTo("first");

        CallHandle late = begun("ordered", "late");
        late.cancel();
        assertThat(outcome(late).failedWith(ToolErrorCode.CANCELLED)).isTrue();
        assertThat(text(called("ordered", "more"))).isEqualTo("registered");
        awaitTool("more");
    }

    @Test
    void Z054_what_an_extension_keeps_fills_its_places_and_its_queue_and_none_of_it_is_lost() throws Exception {
        extensions.start(extensions.program("hoarder.py"));
        awaitTool("hoard");
        awaitCommand("let-go");

        List<CallHandle> kept = IntStream.range(0, ZotLimit.CALLS_IN_FLIGHT.most() + WAITING)
                .mapToObj(i -> begun("hoard", "call " + i))
                .toList();
        ToolOutcome oneMore = called("hoard", "one more");

        assertThat(oneMore.failedWith(ToolErrorCode.RATE_LIMITED)).isTrue();
        // Those that wait are kept once there is a place for them.
        await().atMost(LiveExtensions.PATIENCE).until(() -> {
            assertThat(ran("/let-go").action()).isEqualTo(CommandOutcome.Action.DISPLAY);
            return kept.stream()
                    .allMatch(it -> it.outcome().toCompletableFuture().isDone());
        });
        for (int i = 0; i < kept.size(); i++) {
            assertThat(text(outcome(kept.get(i)))).isEqualTo("call " + i);
        }
    }

    @Test
    void Z085_what_an_extension_keeps_of_commands_is_sixteen_and_each_is_answered() throws Exception {
        extensions.start(extensions.program("hoarder.py"));
        awaitTool("let_go");
        awaitCommand("hoard");

        List<CompletableFuture<CommandOutcome>> kept = IntStream.range(0, ZotLimit.COMMANDS_IN_FLIGHT.most())
                .mapToObj(i -> run("/hoard " + i))
                .toList();
        CommandOutcome oneMore = ran("/hoard more");
        boolean openBefore = kept.stream().noneMatch(CompletableFuture::isDone);
        assertThat(called("let_go", "now").ok()).isTrue();

        assertThat(oneMore.action()).isEqualTo(CommandOutcome.Action.ERROR);
        assertThat(oneMore.text()).contains("16 commands are under way");
        assertThat(openBefore).isTrue();
        for (int i = 0; i < kept.size(); i++) {
            assertThat(kept.get(i).get(60, TimeUnit.SECONDS).text()).isEqualTo(String.valueOf(i));
        }
    }

    @Test
    void Z045_an_extension_that_lets_too_many_frames_wait_is_ended_though_a_call_of_it_is_open() throws Exception {
        extensions.start(extensions.program("hoarder.py"), extensions.program("recorder.js"));
        awaitTool("hoard");
        awaitTool("alive");
        CallHandle kept = begun("hoard", "for ever");
        assertThat(called("read_no_more", "now").ok()).isTrue();

        // Each use is an event that it is told of.
        await().atMost(LiveExtensions.PATIENCE).until(() -> {
            IntStream.range(0, 500).forEach(i -> session().preToolUse("shell", JsonValue.EMPTY_OBJECT));
            return kept.outcome().toCompletableFuture().isDone();
        });

        assertThat(outcome(kept).failedWith(ToolErrorCode.DISCONNECTED)).isTrue();
        await().untilAsserted(() ->
                assertThat(view("hoarder").problems()).anyMatch(it -> it.contains("does not read what it is sent")));
        assertThat(text(called("alive", "still"))).isEqualTo("done");
    }

    private void awaitCommand(String name) {
        await().atMost(LiveExtensions.PATIENCE)
                .until(() -> user().commands().find(name).isPresent());
    }

    private CompletableFuture<CommandOutcome> run(String line) {
        return user().commands().run(line).orElseThrow().toCompletableFuture();
    }

    private CommandOutcome ran(String line) throws Exception {
        return run(line).get(60, TimeUnit.SECONDS);
    }

    @Test
    void Z078_Z081_a_recorder_in_node_is_told_of_everything_in_its_order() throws Exception {
        Path made = extensions.program("recorder.js");
        extensions.start(made);
        awaitTool("alive");

        assertThat(text(called("alive", "first"))).isEqualTo("done");
        assertThat(judged("second").allowed()).isTrue();

        await().atMost(LiveExtensions.PATIENCE)
                .until(() -> Files.readString(made.resolve("events.jsonl")).contains("\"second\""));
        assertThat(Files.readAllLines(made.resolve("events.jsonl")))
                .hasSize(3)
                .satisfiesExactly(
                        start -> assertThat(start).isEqualTo("{\"type\":\"event\",\"event\":\"session_start\"}"),
                        call -> assertThat(call).contains("\"tool_name\":\"alive\"", "\"first\""),
                        check -> assertThat(check).contains("\"tool_name\":\"shell\"", "\"second\""));
    }

    @Test
    void Z022_Z046_Z091_one_that_floods_goes_on_and_keeps_nobody_waiting() throws Exception {
        extensions.start(extensions.program("recorder.js"), extensions.program("guard.py"));
        awaitTool("flood");
        awaitTool("guarded");

        for (String flood : List.of("notes", "frames", "stderr", "submits")) {
            assertThat(called("flood", flood).ok()).as(flood).isTrue();
            assertThat(called("guarded", flood).ok()).as(flood).isTrue();
        }

        assertThat(text(called("alive", "still"))).isEqualTo("done");
        assertThat(user().notes().stream()
                        .filter(it -> it.note().source().value().equals("recorder")))
                .hasSizeLessThanOrEqualTo(SessionUser.MOST_NOTES_PER_SOURCE);
        assertThat(extensions.states()).containsOnly("ready");
    }

    @Test
    void Z039_Z041_frames_of_any_form_are_read_and_Z044_a_line_that_is_too_long_ends_it() throws Exception {
        extensions.start(extensions.program("lines.js"));
        awaitTool("print");

        for (String form : List.of("last", "letters", "crlf")) {
            assertThat(text(called("print", form))).isEqualTo(form);
        }
        assertThat(text(called("print", "pieces"))).isEqualTo("ä€😀");
        assertThat(text(called("print", "full"))).hasSizeGreaterThan(4_000_000);
        assertThat(called("print", "over").failedWith(ToolErrorCode.DISCONNECTED))
                .isTrue();
        await().untilAsserted(() ->
                assertThat(view("lines").problems()).last().asString().contains("a line longer than 4194304 bytes"));
    }

    @Test
    void Z115_Z116_Z117_what_later_versions_say_is_understood_as_far_as_it_goes() throws Exception {
        Path made = extensions.program("later.js");
        extensions.start(made);
        awaitTool("found_later");
        awaitTool("asks_somebody");
        assertThat(session().tool("for_martians")).isEmpty();

        CallHandle call = begun("found_later", "");
        await().atMost(LiveExtensions.PATIENCE)
                .until(() -> extensions.gateway().gateway().providers().stream()
                        .anyMatch(it -> it.load().inFlight() > 0));
        call.cancel();

        await().atMost(LiveExtensions.PATIENCE).until(() -> Files.exists(made.resolve("cancelled")));
        assertThat(((ToolOutcome.Failure) called("asks_somebody", "")).error()).contains("needs a person");
        assertThat(view("later").problems())
                .hasSize(2)
                .anyMatch(it -> it.contains("'for_martians'"))
                .anyMatch(it -> it.contains("'call_tool'"));
    }

    @Test
    void Z030_Z031_one_in_shell_that_ends_too_soon_has_failed_with_how_it_ended() throws Exception {
        Path exits = extensions.script("exits", "#!/bin/sh\nexit 7\n");
        Path killed = extensions.script("killed", "#!/bin/sh\nkill -KILL $$\n");
        Path talks = extensions.script("talks", "#!/bin/sh\necho Listening\nsleep 600\n");
        Path after = extensions.script("after", "#!/bin/sh\necho '{\"type\":\"hello\",\"name\":\"after\"}'\nexit 5\n");
        Path dies = extensions.script(
                "dies", "#!/bin/sh\necho '{\"type\":\"hello\",\"name\":\"dies\"}'\nread -r answer\nkill -TERM $$\n");

        var unused = extensions
                .gateway()
                .extensions()
                .start(
                        LiveExtensions.MAIN,
                        ExtensionSource.ofDirectories(List.of(exits, killed, talks, after, dies)),
                        "");

        await().atMost(LiveExtensions.PATIENCE)
                .until(() -> extensions.states().equals(Collections.nCopies(5, "failed")));
        assertThat(view("exits").exitCode()).hasValue(7);
        assertThat(view("killed").exitCode()).hasValue(137);
        assertThat(view("after").exitCode()).hasValue(5);
        assertThat(view("dies").problems())
                .singleElement()
                .asString()
                .contains(
                        "exit code 143, as by signal 15",
                        extensions
                                .gateway()
                                .home()
                                .logs()
                                .resolve("ext-dies.log")
                                .toString());
        assertThat(view("talks").problems()).first().asString().contains("Listening");
    }

    @Test
    void Z100_Z102_one_in_shell_that_dies_of_a_signal_at_work_ends_its_calls_and_comes_back() throws Exception {
        extensions.start(extensions.script("mortal", """
                #!/bin/sh
                echo '{"type":"hello","name":"mortal"}'
                echo '{"type":"register_tool","name":"die"}'
                echo '{"type":"ready"}'
                while read -r line; do
                  case $line in
                    '{"type":"tool_call"'*) kill -TERM $$ ;;
                    '{"type":"shutdown"}') exit 0 ;;
                  esac
                done
                """));
        awaitTool("die");

        assertThat(called("die", "now").failedWith(ToolErrorCode.DISCONNECTED)).isTrue();

        await().atMost(LiveExtensions.PATIENCE)
                .until(() -> view("mortal").problems().toString().contains("exit code 143, as by signal 15"));
        awaitTool("die");
    }

    @Test
    void Z045_one_in_shell_that_reads_nothing_delays_nobody() throws Exception {
        Path deaf = extensions.script("deaf", """
                #!/bin/sh
                echo '{"type":"hello","name":"deaf"}'
                echo '{"type":"subscribe","events":["tool_call"]}'
                echo '{"type":"ready"}'
                exec sleep 600
                """);
        extensions.start(deaf, extensions.program("guard.py"));
        awaitTool("guarded");
        awaitGuard("guard");
        String large = "x".repeat(100_000);

        for (int i = 0; i < 20; i++) {
            assertThat(called("guarded", large).ok()).isTrue();
        }

        // What it does not read is more than a pipe takes.
        await().atMost(LiveExtensions.PATIENCE)
                .until(() -> view("deaf").problems().stream().anyMatch(it -> it.contains("does not read")));
        assertThat(called("guarded", "").ok()).isTrue();
    }

    @Test
    void Z034_one_extension_in_two_sessions_is_two_programs_with_one_directory() throws Exception {
        SessionId other = new SessionId("other");
        extensions.gateway().sessions().open(NewSession.of("other", "Another one", Optional.empty()));
        Path made = extensions.program("recorder.js");

        extensions.start(made);
        extensions.start(other, made);

        long here = view("recorder").pid().orElseThrow();
        long there = extensions
                .gateway()
                .extensions()
                .all(other)
                .get(0)
                .view()
                .orElseThrow()
                .pid()
                .orElseThrow();
        assertThat(here).isNotEqualTo(there);
        await().atMost(LiveExtensions.PATIENCE)
                .until(() -> Files.readAllLines(made.resolve("events.jsonl")).size() == 2);
    }

    @Test
    void Z105_Z106_a_reload_ends_calls_and_panels_and_what_is_guarded_stays_guarded() throws Exception {
        Attachment seat = sitDown();
        extensions.start(extensions.program("guard.py"), extensions.program("todos.py"));
        awaitTool("guarded");
        awaitGuard("guard");
        openTodos();
        CallHandle slow = begun("guarded", "slow");
        await().atMost(LiveExtensions.PATIENCE)
                .until(() -> extensions.gateway().gateway().providers().stream()
                        .anyMatch(it -> it.load().inFlight() > 0));
        CompletableFuture<HookDecision> open = session()
                .preToolUse("shell", JsonValue.of(Map.of("how", "silence")))
                .toCompletableFuture();

        var reload =
                extensions.gateway().extensions().reload(LiveExtensions.MAIN).orElseThrow();
        await().atMost(LiveExtensions.PATIENCE).until(() -> !extensions.states().contains("ready"));
        assertThat(judged("let pass").allowed()).isFalse();

        assertThat(outcome(slow).ok()).isFalse();
        assertThat(open.get(60, TimeUnit.SECONDS).allowed()).isFalse();
        reload.toCompletableFuture().get(60, TimeUnit.SECONDS);
        assertThat(user().panel()).isEmpty();
        awaitTool("guarded");
        await().atMost(LiveExtensions.PATIENCE).until(() -> judged("let pass").allowed());
        seat.close();
    }
}
