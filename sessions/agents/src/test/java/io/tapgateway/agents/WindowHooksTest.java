package io.tapgateway.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.ApprovalWithdrawal;
import io.tapgateway.runtime.CallApproval;
import io.tapgateway.runtime.CallQuestion;
import io.tapgateway.runtime.ForwardingSession;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.InterceptedTool;
import io.tapgateway.runtime.InterceptorInterest;
import io.tapgateway.runtime.InterceptorQuestion;
import io.tapgateway.runtime.InterceptorVerdict;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionHostEvent;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.SessionInterceptor;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.runtime.transport.Peer;
import io.tapgateway.testkit.Captures;
import io.tapgateway.testkit.ManualClock;
import io.tapgateway.testkit.ScriptedPeer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The hooks of a window over a real gateway under virtual time. */
class WindowHooksTest {
    private static final String GUARDIAN =
            "{'type':'hello','protocolVersion':2,'name':'guardian','subscribe':['user.message','tool.execution_complete'],"
                    + "'hooks':{'onPreToolUse':[%s]}}";
    private static final String GATE = "{'action':'gate','gateId':'ci','match':{'tool':'shell','args':'git push'}}";
    private static final HookEvent.Origin ORIGIN = new HookEvent.Origin("c1", Optional.of(Path.of("/code/shop")));
    private static final HookAnswer SILENCE = new HookAnswer.Silence();

    private final ManualClock clock = ManualClock.create();
    private final Gateway gateway =
            Gateway.builder().clock(clock).executor(Runnable::run).build();
    private final GatewaySession session =
            gateway.openSession(SessionInfo.of("abc", "Shop", Path.of("/code/shop")), new Host());
    private final List<CompletableFuture<CallApproval>> person = new ArrayList<>();
    private final List<ApprovalWithdrawal> withdrawn = new ArrayList<>();
    private final List<SessionHostEvent> published = new ArrayList<>();
    private final Set<String> listed = new HashSet<>();
    private final List<String> lines = new ArrayList<>();
    private final WindowHooks hooks = new WindowHooks(
            new ForwardingSession(session) {
                @Override
                public void publish(SessionHostEvent event) {
                    published.add(event);
                    super.publish(event);
                }
            },
            new Side(),
            clock);

    /** An agent whose person is asked at our surfaces. */
    private final class Host implements SessionHost {
        @Override
        public boolean collectsPrompts() {
            return true;
        }

        @Override
        public void toolsChanged(List<RegisteredTool> tools) {}

        @Override
        public void log(TimelineEntry entry) {}

        @Override
        public CompletionStage<Void> send(InjectedPrompt prompt) {
            return CompletableFuture.failedStage(new IllegalStateException("takes none"));
        }

        @Override
        public CompletionStage<CallApproval> approve(CallQuestion question) {
            CompletableFuture<CallApproval> answer = new CompletableFuture<>();
            person.add(answer);
            return answer;
        }

        @Override
        public void approvalWithdrawn(CallQuestion question, ApprovalWithdrawal why) {
            withdrawn.add(why);
        }
    }

    private final class Side implements WindowSide {
        @Override
        public boolean lists(HookAgent agent, String tool) {
            return listed.contains(tool);
        }

        @Override
        public List<String> newLines() {
            List<String> taken = List.copyOf(lines);
            lines.clear();
            return taken;
        }
    }

    @AfterEach
    void close() {
        gateway.closeNow();
    }

    @Test
    void G024_what_no_rule_concerns_is_left_to_the_agent() {
        assertThat(now(wanted("t1", "Bash"))).isEqualTo(SILENCE);
    }

    @Test
    void G023_a_gate_is_asked_under_the_common_name_and_hears_the_agents_own() {
        ScriptedPeer guardian = provider(GUARDIAN.formatted(GATE));

        CompletableFuture<HookAnswer> answer = ask(wanted("t1", "Bash"));
        says(
                guardian,
                "{'type':'gate.check','callId':'$call','gateId':'ci','tool':'shell','args':{'command':'git push','agentTool':'Bash'},'*':'*'}",
                "{'type':'gate.result','callId':'$call','gateId':'ci','decision':'deny','reason':'CI is red.'}");

        assertThat(answer).isCompletedWithValue(new HookAnswer.Deny("Denied by guardian: CI is red."));
    }

    @Test
    void G025_a_question_that_comes_twice_is_asked_once() {
        ScriptedPeer guardian = provider(GUARDIAN.formatted(GATE));

        CompletableFuture<HookAnswer> first = ask(wanted("t1", "Bash"));
        CompletableFuture<HookAnswer> second = ask(wanted("t1", "Bash"));
        says(
                guardian,
                "{'type':'gate.check','callId':'$call','*':'*'}",
                "{'type':'gate.result','callId':'$call','gateId':'ci','decision':'deny','reason':'CI is red.'}");

        assertThat(first).isCompleted();
        assertThat(second).isCompletedWithValue(first.join());
        assertThat(now(wanted("t1", "Bash"))).isEqualTo(first.join());
    }

    @Test
    void G022_a_gate_that_says_nothing_denies_within_the_limit_of_the_hook() {
        provider(GUARDIAN.formatted(GATE));

        CompletableFuture<HookAnswer> answer = ask(wanted("t1", "Bash"));
        clock.advance(Duration.ofSeconds(5));

        assertThat(answer).isCompleted();
        assertThat(answer.join()).isInstanceOf(HookAnswer.Deny.class);
    }

    @Test
    void G024_what_rules_have_to_say_goes_to_the_model() {
        provider(GUARDIAN.formatted("{'action':'context','match':{'tool':'shell'},'content':'Use zsh'}"));

        assertThat(now(wanted("t1", "Bash")))
                .isInstanceOfSatisfying(
                        HookAnswer.Context.class,
                        context -> assertThat(context.text())
                                .startsWith("<provider-text")
                                .contains("Use zsh"));
    }

    @Test
    void G023_calls_of_the_sessions_own_tools_ask_by_themselves_and_what_only_looks_like_them_is_asked_about() {
        provider(GUARDIAN.formatted("{'action':'deny','match':{'args':'.*'},'reason':'No.'}"));
        listed.add("greet");

        assertThat(now(wanted("t1", "mcp__tap__greet"))).isEqualTo(SILENCE);
        assertThat(now(wanted("t2", "mcp__tap__greet2"))).isInstanceOf(HookAnswer.Deny.class);
        assertThat(now(wanted("t3", "mcp__other__greet"))).isInstanceOf(HookAnswer.Deny.class);
    }

    @ParameterizedTest
    @CsvSource({
        "CLAUDE,mcp__tap__greet",
        "CLAUDE,mcp__plugin_tapgateway_tap__greet",
        "CODEX,mcp__tap__greet",
        "GEMINI,mcp_tap_greet",
        "QWEN,mcp__tap__greet",
        "COPILOT,tap-greet",
        "OPENCODE,tap_greet"
    })
    void G023_each_agent_has_a_name_of_its_own_for_a_tool_of_the_session(HookAgent agent, String name) {
        provider(GUARDIAN.formatted("{'action':'deny','match':{'tool':'*'},'reason':'No.'}"));
        listed.add("greet");

        HookAnswer answer = ask(agent, wanted("t1", name)).join();

        assertThat(answer).isEqualTo(SILENCE);
    }

    @Test
    void G020_a_prompt_is_told_to_providers_and_gets_their_context() {
        ScriptedPeer listener = provider(
                "{'type':'hello','protocolVersion':2,'name':'listener','context':'It rains','subscribe':['user.message']}");

        HookAnswer answer = now(new HookEvent.Prompted(ORIGIN, Optional.of("p1"), "Hello"));

        assertThat(answer)
                .isInstanceOfSatisfying(
                        HookAnswer.Context.class,
                        context -> assertThat(context.text()).contains("It rains"));
        listener.receives(json("{'type':'session.event','event':'user.message','data':{'content':'Hello'},'*':'*'}"));
    }

    @Test
    void G020_the_end_of_a_tools_run_is_told_to_providers() {
        ScriptedPeer guardian = provider(GUARDIAN.formatted(GATE));

        assertThat(now(new HookEvent.ToolUsed(ORIGIN, "Bash", HookEvent.ToolUsed.End.SUCCESS, OptionalLong.of(7))))
                .isEqualTo(SILENCE);

        guardian.receives(json("{'type':'session.event','event':'tool.execution_complete',"
                + "'data':{'tool':'shell','agentTool':'Bash','ok':true,'durationMs':7},'*':'*'}"));
    }

    @Test
    void G030_a_turn_ends_after_a_moment_if_nothing_waits() {
        CompletableFuture<HookAnswer> answer = ask(new HookEvent.TurnEnded(ORIGIN, false));
        clock.advance(WindowHooks.PATIENCE.minusNanos(1));
        assertThat(answer).isNotDone();

        clock.advance(Duration.ofNanos(1));

        assertThat(answer).isCompletedWithValue(SILENCE);
    }

    @Test
    void G030_what_comes_in_that_moment_is_handed_over() {
        ScriptedPeer ci = watcher("ci");
        CompletableFuture<HookAnswer> answer = ask(new HookEvent.TurnEnded(ORIGIN, false));

        pushes(ci, "Look at run 17");

        assertThat(answer.join())
                .isInstanceOfSatisfying(
                        HookAnswer.GoOn.class, more -> assertThat(more.text()).contains("Look at run 17"));
    }

    @Test
    void G030_an_agent_is_kept_from_ending_its_turn_four_times_in_a_row() {
        List<ScriptedPeer> watchers = IntStream.rangeClosed(0, WindowHooks.MAX_IN_A_ROW)
                .mapToObj(i -> watcher("ci-" + i))
                .toList();
        for (int i = 0; i < WindowHooks.MAX_IN_A_ROW; i++) {
            pushes(watchers.get(i), "news " + i);
            assertThat(now(new HookEvent.TurnEnded(ORIGIN, i > 0))).isInstanceOf(HookAnswer.GoOn.class);
        }
        pushes(watchers.get(WindowHooks.MAX_IN_A_ROW), "the rest");
        assertThat(now(new HookEvent.TurnEnded(ORIGIN, true))).isEqualTo(SILENCE);

        assertThat(now(new HookEvent.TurnEnded(ORIGIN, false))).isInstanceOf(HookAnswer.GoOn.class);
    }

    @Test
    void M043_what_waits_goes_with_the_end_of_a_tools_run_and_nothing_is_handed_over_twice() {
        pushes(watcher("ci"), "Look at run 17");
        HookEvent used = new HookEvent.ToolUsed(ORIGIN, "Bash", HookEvent.ToolUsed.End.SUCCESS, OptionalLong.empty());

        HookAnswer first = now(used);

        assertThat(first)
                .isInstanceOfSatisfying(
                        HookAnswer.Context.class,
                        context -> assertThat(context.text()).contains("Look at run 17"));
        assertThat(now(used)).isEqualTo(SILENCE);
    }

    @Test
    void M043_what_waits_goes_with_the_users_prompt_and_not_again_where_that_is_asked_about_once_more() {
        pushes(watcher("ci"), "Look at run 17");
        HookEvent prompted = new HookEvent.Prompted(ORIGIN, Optional.of("p1"), "Hello");

        HookAnswer first = now(prompted);

        assertThat(first)
                .isInstanceOfSatisfying(
                        HookAnswer.Context.class,
                        context -> assertThat(context.text()).contains("Look at run 17"));
        assertThat(now(prompted)).isEqualTo(SILENCE);
    }

    @Test
    void M043_what_waits_stays_where_the_agent_may_have_stopped_waiting() {
        pushes(watcher("ci"), "Look at run 17");
        long before = clock.nanos() - WindowHooks.DECIDED_WITHIN.toNanos();

        for (HookEvent late : List.of(
                new HookEvent.ToolUsed(ORIGIN, "Bash", HookEvent.ToolUsed.End.SUCCESS, OptionalLong.empty()),
                new HookEvent.Prompted(ORIGIN, Optional.of("p1"), "Hello"),
                new HookEvent.TurnEnded(ORIGIN, false))) {
            assertThat(hooks.answer(HookAgent.CLAUDE, late, before)
                            .toCompletableFuture()
                            .join()
                            .answer())
                    .isEqualTo(SILENCE);
        }

        assertThat(now(new HookEvent.TurnEnded(ORIGIN, false))).isInstanceOf(HookAnswer.GoOn.class);
    }

    @Test
    void M043_what_waits_stays_where_the_agent_may_not_hand_it_on() {
        pushes(watcher("ci"), "Look at run 17");

        for (HookEvent unheard : List.of(
                new HookEvent.Prompted(ORIGIN, Optional.of("p1"), "Hello"),
                new HookEvent.ToolUsed(ORIGIN, "Shell", HookEvent.ToolUsed.End.FAILURE, OptionalLong.empty()))) {
            assertThat(answer(HookAgent.CURSOR, unheard)).isEqualTo(SILENCE);
        }

        assertThat(answer(
                        HookAgent.CURSOR,
                        new HookEvent.ToolUsed(ORIGIN, "Shell", HookEvent.ToolUsed.End.SUCCESS, OptionalLong.empty())))
                .isInstanceOf(HookAnswer.Context.class);
    }

    private HookAnswer answer(HookAgent agent, HookEvent event) {
        return hooks.answer(agent, event, clock.nanos())
                .toCompletableFuture()
                .join()
                .answer();
    }

    @Test
    void G022_a_question_that_comes_late_is_a_no() {
        long before = clock.nanos() - WindowHooks.DECIDED_WITHIN.toNanos();

        assertThat(hooks.answer(HookAgent.CODEX, wanted("t1", "Bash"), before)
                        .toCompletableFuture()
                        .join()
                        .answer())
                .isEqualTo(deny("Denied: the gateway was too busy to ask anybody. Try again in a while."));
    }

    @Test
    void G022_a_tool_that_nobody_has_decided_about_is_denied_before_agents_stop_waiting() {
        intercept(use -> new CompletableFuture<>());

        CompletableFuture<HookAnswer> answer = ask(wanted("t1", "Bash"));
        clock.advance(WindowHooks.DECIDED_WITHIN.minusNanos(1));
        assertThat(answer).isNotDone();
        clock.advance(Duration.ofNanos(1));

        assertThat(answer.join()).isEqualTo(deny("Denied: Nobody has decided within 9 seconds. Try again in a while."));
    }

    @ParameterizedTest
    @EnumSource
    void G024_a_person_is_asked_by_the_agent_or_else_by_ourselves(HookAgent agent) {
        provider(GUARDIAN.formatted("{'action':'ask','match':{'tool':'shell'},'reason':'It costs money.'}"));

        CompletableFuture<HookAnswer> answer = ask(agent, wanted("t1", "Bash"));

        if (List.of(HookAgent.CLAUDE, HookAgent.COPILOT, HookAgent.VSCODE).contains(agent)) {
            assertThat(answer.join()).isInstanceOf(HookAnswer.Ask.class);
        } else {
            assertThat(answer).isNotDone();
            person.get(0).complete(CallApproval.APPROVED);
            assertThat(answer).isCompletedWithValue(SILENCE);
        }
    }

    @Test
    void G024_a_person_who_does_not_answer_has_not_agreed_and_is_asked_no_more() {
        provider(GUARDIAN.formatted("{'action':'ask','match':{'tool':'shell'},'reason':'It costs money.'}"));

        CompletableFuture<HookAnswer> answer = ask(HookAgent.CODEX, wanted("t1", "Bash"));
        clock.advance(WindowHooks.DECIDED_WITHIN);

        assertThat(answer.join())
                .isInstanceOfSatisfying(
                        HookAnswer.Deny.class, deny -> assertThat(deny.reason()).contains("Nobody has decided"));
        assertThat(withdrawn).containsExactly(ApprovalWithdrawal.EXPIRED);
    }

    @Test
    void G024_other_arguments_go_to_the_agent_without_what_was_added_for_gates() {
        intercept(use -> rewritten("{'command':'git push --dry-run','agentTool':'Bash'}"));

        assertThat(now(wanted("t1", "Bash")))
                .isEqualTo(new HookAnswer.Changed(value("{'command':'git push --dry-run'}"), ""));
        assertThat(ask(HookAgent.QWEN, wanted("t2", "Bash")).join())
                .isInstanceOfSatisfying(
                        HookAnswer.Deny.class, deny -> assertThat(deny.reason()).contains("other arguments"));
    }

    @Test
    void G024_what_an_agent_cannot_do_for_a_hook_is_denied() {
        intercept(use -> rewritten("{'more':1}"));

        assertThat(ask(HookAgent.GEMINI, wanted("t1", "Bash")).join())
                .isEqualTo(deny("Denied: the tool is to be used without some of its arguments, which gemini does not do"
                        + " for a hook."));
        provider(GUARDIAN.formatted("{'action':'ask','match':{'tool':'shell'},'reason':'It costs money.'}"));
        assertThat(now(wanted("t2", "Bash")))
                .isEqualTo(deny("Denied: a person is to be asked about other arguments, which claude does not do for a"
                        + " hook."));
    }

    @Test
    void G031_what_was_handed_over_is_no_message_of_the_user() {
        pushes(watcher("ci"), "Look at run 17");
        String handedOver = ((HookAnswer.GoOn) now(new HookEvent.TurnEnded(ORIGIN, false))).text();
        ScriptedPeer listener =
                provider("{'type':'hello','protocolVersion':2,'name':'listener','subscribe':['user.message']}");

        prompted("p1", "> " + handedOver);
        prompted("p2", "Thanks");

        assertThat(handedOver).containsPattern("\\(tap-[0-9a-f]{32}\\)$");
        listener.receives(json("{'type':'session.event','event':'user.message','data':{'content':'Thanks'},'*':'*'}"));
    }

    @Test
    void G031_prompts_act_for_the_user_every_ten_seconds_at_most() {
        prompted("p1");
        clock.advance(WindowHooks.RENEWAL.minusNanos(1));
        prompted("p2");
        clock.advance(Duration.ofNanos(1));
        prompted("p3");

        assertThat(published)
                .extracting(SessionHostEvent::name)
                .containsExactly("user.message", "user.message", "user.message");
        assertThat(published).extracting(SessionHostEvent::hearsay).containsExactly(false, true, false);
    }

    @Test
    void G002_the_window_in_which_the_user_has_written_comes_to_the_foreground() {
        GatewaySession other = gateway.openSession(
                SessionInfo.of("other", "Other", Path.of("/code/shop")), SessionHost.collectingPrompts());
        other.bringToForeground();

        prompted("p1");

        assertThat(session.info().foreground()).isTrue();
        assertThat(other.info().foreground()).isFalse();
    }

    @Test
    void G032_surfaced_lines_go_with_answers_but_for_those_about_tools() {
        lines.add("ci: green");

        HookReply wanted = hooks.answer(HookAgent.CLAUDE, wanted("t1", "Bash"), clock.nanos())
                .toCompletableFuture()
                .join();
        HookReply copilot = hooks.answer(HookAgent.COPILOT, new HookEvent.Began(ORIGIN), clock.nanos())
                .toCompletableFuture()
                .join();
        HookReply claude = hooks.answer(HookAgent.CLAUDE, new HookEvent.Began(ORIGIN), clock.nanos())
                .toCompletableFuture()
                .join();

        assertThat(wanted.lines()).isEmpty();
        assertThat(copilot.lines()).isEmpty();
        assertThat(claude.lines()).containsExactly("ci: green");
    }

    @Test
    void G033_an_agent_that_is_stopped_ends_the_calls_of_its_session() {
        provider(
                "{'type':'hello','protocolVersion':2,'name':'slow','tools':[{'name':'wait','description':'Waits','parameters':{'type':'object'}}]}");
        HookEvent stopped =
                new HookEvent.ToolUsed(ORIGIN, "Bash", HookEvent.ToolUsed.End.INTERRUPTED, OptionalLong.empty());

        for (HookEvent event : List.of(new HookEvent.Interrupted(ORIGIN), stopped)) {
            CompletionStage<ToolOutcome> call = session.callTool("wait", JsonValue.EMPTY_OBJECT);

            assertThat(now(event)).isEqualTo(SILENCE);

            assertThat(call).isCompleted();
        }
    }

    @Test
    void what_is_no_question_is_not_answered() {
        assertThat(now(new HookEvent.Began(ORIGIN))).isEqualTo(SILENCE);
        assertThat(now(new HookEvent.Ended(ORIGIN))).isEqualTo(SILENCE);
        assertThat(now(new HookEvent.Other(ORIGIN))).isEqualTo(SILENCE);
    }

    private void prompted(String id) {
        prompted(id, "Go on");
    }

    private void prompted(String id, String text) {
        var unused = now(new HookEvent.Prompted(ORIGIN, Optional.of(id), text));
    }

    /** Somebody is asked about tools first, and answers, or not. */
    private void intercept(Function<InterceptedTool, CompletionStage<InterceptorVerdict>> verdict) {
        var unused = session.intercept(
                new ProviderName("redactor"), 0, Set.of(InterceptorInterest.TOOLS), new SessionInterceptor() {
                    @Override
                    public CompletionStage<InterceptorVerdict> beforeTool(
                            InterceptedTool use, InterceptorQuestion question) {
                        return verdict.apply(use);
                    }
                });
    }

    private static CompletionStage<InterceptorVerdict> rewritten(String args) {
        return CompletableFuture.completedFuture(InterceptorVerdict.rewrite(value(args)));
    }

    private static HookAnswer deny(String reason) {
        return new HookAnswer.Deny(reason);
    }

    private static JsonValue value(String text) {
        try {
            return JsonValue.parse(json(text));
        } catch (MalformedJson e) {
            throw new AssertionError(text, e);
        }
    }

    private static HookEvent wanted(String id, String tool) {
        return new HookEvent.ToolWanted(
                ORIGIN, Optional.of(id), tool, JsonValue.object(Map.of("command", JsonValue.of("git push"))));
    }

    private ScriptedPeer watcher(String name) {
        return provider("{'type':'hello','protocolVersion':2,'name':'" + name + "'}");
    }

    private static void pushes(ScriptedPeer peer, String event) {
        peer.sends(json("{'type':'push','level':'inject','event':'" + event + "'}"));
    }

    private CompletableFuture<HookAnswer> ask(HookEvent event) {
        return ask(HookAgent.CLAUDE, event);
    }

    private CompletableFuture<HookAnswer> ask(HookAgent agent, HookEvent event) {
        return hooks.answer(agent, event, clock.nanos())
                .thenApply(HookReply::answer)
                .toCompletableFuture();
    }

    private HookAnswer now(HookEvent event) {
        CompletableFuture<HookAnswer> answer = ask(event);
        assertThat(answer).isCompleted();
        return answer.join();
    }

    private static void says(ScriptedPeer peer, String hears, String says) {
        peer.receives(json(hears)).sends(json(says));
    }

    private ScriptedPeer provider(String hello) {
        return ScriptedPeer.connect(gateway.providerPort(), new Peer.InProcess(new SessionId("abc")), new Captures())
                .receives(json("{'type':'sessions','*':'*'}"))
                .sends(json(hello))
                .receives(json("{'type':'hello.ack','*':'*'}"))
                .receives(json("{'type':'session.lifecycle','*':'*'}"));
    }

    private static String json(String text) {
        return text.replace('\'', '"');
    }
}
