package io.tapgateway.transport.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.provider.hook.GateDecision;
import io.tapgateway.runtime.CallApproval;
import io.tapgateway.runtime.CallHandle;
import io.tapgateway.runtime.CallOptions;
import io.tapgateway.runtime.CallProgress;
import io.tapgateway.runtime.ChangedArgs;
import io.tapgateway.runtime.CheckOptions;
import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.GatewayEvents;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.InterceptedTool;
import io.tapgateway.runtime.Interception;
import io.tapgateway.runtime.InterceptorInterest;
import io.tapgateway.runtime.InterceptorQuestion;
import io.tapgateway.runtime.InterceptorVerdict;
import io.tapgateway.runtime.SessionInterceptor;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.runtime.TurnStop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Interceptors have a say in what an agent does, ahead of rules and gates. */
class LocalInterceptorTest {
    private static final Set<InterceptorInterest> TOOLS = Set.of(InterceptorInterest.TOOLS);
    private static final JsonValue ADA = JsonValue.of(Map.of("name", "Ada"));
    private static final JsonValue BOB = JsonValue.of(Map.of("name", "Bob"));
    private static final JsonValue EVE = JsonValue.of(Map.of("name", "Eve"));

    private final LocalGateway local = new LocalGateway();
    private final List<String> log = new ArrayList<>();

    @AfterEach
    void closeGateway() {
        local.gateway.closeNow();
    }

    /** Answers in that way, and notes who was asked about what. */
    private final class Guard implements SessionInterceptor {
        private final String name;
        private final Function<InterceptedTool, CompletionStage<InterceptorVerdict>> answer;
        private final List<InterceptorQuestion> questions = new ArrayList<>();

        private Guard(String name, Function<InterceptedTool, CompletionStage<InterceptorVerdict>> answer) {
            this.name = name;
            this.answer = answer;
        }

        @Override
        public CompletionStage<InterceptorVerdict> beforeTool(InterceptedTool use, InterceptorQuestion question) {
            log.add(name + ": " + use.args());
            questions.add(question);
            return answer.apply(use);
        }
    }

    private Interception add(String name, int rank, InterceptorVerdict verdict) {
        return add(new Guard(name, use -> CompletableFuture.completedFuture(verdict)), rank);
    }

    private Interception add(Guard guard, int rank) {
        return local.session.intercept(new ProviderName(guard.name), rank, TOOLS, guard);
    }

    private Guard silent(String name) {
        Guard guard = new Guard(name, use -> new CompletableFuture<>());
        add(guard, 0);
        return guard;
    }

    private CompletableFuture<ToolOutcome> greetAda() {
        local.transport.attach(LocalGateway.SESSION, local.greeter());
        return local.session.callTool("greet", ADA).toCompletableFuture();
    }

    private List<String> lines() {
        return local.host.timeline().stream().map(TimelineEntry::text).toList();
    }

    private static void assertDenied(CompletableFuture<ToolOutcome> outcome, String error) {
        assertThat(LocalGateway.now(outcome)).isEqualTo(ToolOutcome.failure(ToolErrorCode.UNAUTHORIZED, error));
    }

    private static void assertGreets(CompletableFuture<ToolOutcome> outcome, String name) {
        assertThat(LocalGateway.now(outcome))
                .isInstanceOfSatisfying(
                        ToolOutcome.Success.class,
                        success -> assertThat(success.data()).isEqualTo(JsonValue.of("Hello, " + name + "!")));
    }

    @Test
    void Z062_interceptors_are_asked_by_rank_and_each_sees_what_the_one_before_has_made_of_it() {
        add("late", 2, InterceptorVerdict.allow());
        add("early", 1, InterceptorVerdict.rewrite(BOB));
        add("last", 2, InterceptorVerdict.rewrite(EVE));

        CompletableFuture<ToolOutcome> outcome = greetAda();

        assertGreets(outcome, "Eve");
        assertThat(log)
                .containsExactly("early: {\"name\":\"Ada\"}", "late: {\"name\":\"Bob\"}", "last: {\"name\":\"Bob\"}");
    }

    @Test
    void Z062_the_first_that_blocks_ends_the_chain() {
        add("guard", 1, InterceptorVerdict.block("not Ada"));
        add("other", 2, InterceptorVerdict.allow());

        CompletableFuture<ToolOutcome> outcome = greetAda();

        assertDenied(outcome, "Denied by guard: not Ada");
        assertThat(log).containsExactly("guard: {\"name\":\"Ada\"}");
    }

    @Test
    void Z061_silence_denies_after_twenty_seconds_whatever_is_answered_later() {
        CompletableFuture<InterceptorVerdict> answer = new CompletableFuture<>();
        add(new Guard("guard", use -> answer), 0);
        CompletableFuture<ToolOutcome> outcome = greetAda();

        local.clock.advance(Duration.ofMillis(Limit.INTERCEPTOR_TIMEOUT.standard() - 1));
        boolean decidedBefore = outcome.isDone();
        local.clock.advance(Duration.ofMillis(1));
        answer.complete(InterceptorVerdict.allow());

        assertThat(decidedBefore).isFalse();
        assertDenied(outcome, "Denied by guard: 'guard' did not respond in time.");
    }

    @Test
    void Z061_whoever_is_busy_has_eighty_seconds() {
        Guard guard = silent("guard");
        CompletableFuture<ToolOutcome> outcome = greetAda();
        guard.questions.get(0).busy();
        guard.questions.get(0).busy();

        local.clock.advance(Duration.ofMillis(Limit.INTERCEPTOR_BUSY_TIMEOUT.standard() - 1));
        boolean decidedBefore = outcome.isDone();
        local.clock.advance(Duration.ofMillis(1));

        assertThat(decidedBefore).isFalse();
        assertDenied(outcome, "Denied by guard: 'guard' did not respond in time.");
    }

    @Test
    void Z061_whoever_is_asked_next_is_told_how_long_others_were_busy() {
        CompletableFuture<InterceptorVerdict> first = new CompletableFuture<>();
        Guard busy = new Guard("busy", use -> first);
        add(busy, 1);
        CompletableFuture<InterceptorVerdict> second = new CompletableFuture<>();
        Guard next = new Guard("next", use -> second);
        add(next, 2);
        Guard last = new Guard("last", use -> new CompletableFuture<>());
        add(last, 3);
        CompletableFuture<ToolOutcome> unused = greetAda();

        busy.questions.get(0).free();
        local.clock.advance(Duration.ofSeconds(1));
        busy.questions.get(0).busy();
        local.clock.advance(Duration.ofSeconds(30));
        busy.questions.get(0).free();
        busy.questions.get(0).free();
        local.clock.advance(Duration.ofSeconds(1));
        first.complete(InterceptorVerdict.allow());
        next.questions.get(0).busy();
        local.clock.advance(Duration.ofSeconds(7));
        second.complete(InterceptorVerdict.allow());
        next.questions.get(0).free();

        assertThat(busy.questions.get(0).paused()).isZero();
        assertThat(next.questions.get(0).paused()).isEqualTo(Duration.ofSeconds(30));
        assertThat(last.questions.get(0).paused()).isEqualTo(Duration.ofSeconds(37));
    }

    @Test
    void D230_all_who_are_asked_about_one_use_share_its_time() {
        CompletableFuture<InterceptorVerdict> first = new CompletableFuture<>();
        add(new Guard("first", use -> first), 1);
        Guard second = new Guard("second", use -> new CompletableFuture<>());
        add(second, 2);
        long before = local.clock.nanos();
        CompletableFuture<ToolOutcome> outcome = greetAda();
        local.clock.advance(Duration.ofSeconds(15));
        first.complete(InterceptorVerdict.allow());

        local.clock.advance(Duration.ofSeconds(5));

        assertDenied(outcome, "Denied by second: 'second' did not respond in time.");
        assertThat(second.questions.get(0).chainBegan()).isEqualTo(before);
        assertThat(second.questions.get(0).asked())
                .isEqualTo(before + Duration.ofSeconds(15).toNanos());
    }

    @Test
    void Z065_what_a_guard_says_is_cleaned_and_cut_and_may_be_nothing() {
        Interception guard = add("guard", 0, InterceptorVerdict.block("no\u001b[31m" + "x".repeat(10_000)));
        String cut = ((ToolOutcome.Failure) LocalGateway.now(greetAda())).error();
        guard.close();
        add("guard", 0, InterceptorVerdict.block(" "));

        CompletableFuture<ToolOutcome> outcome =
                local.session.callTool("greet", ADA).toCompletableFuture();

        assertThat(cut)
                .startsWith("Denied by guard: no")
                .doesNotContain("\u001b")
                .hasSizeLessThan(4_200);
        assertDenied(outcome, "Denied by guard");
    }

    @Test
    void Z068_a_verdict_that_does_not_fit_denies_and_so_does_a_failure() {
        Interception text = add("texts", 0, InterceptorVerdict.replace("Bob"));
        CompletableFuture<ToolOutcome> unfit = greetAda();
        text.close();
        Interception failing = add(
                new Guard("failing", use -> CompletableFuture.failedFuture(new IllegalStateException("broken"))), 0);
        CompletableFuture<ToolOutcome> failed =
                local.session.callTool("greet", ADA).toCompletableFuture();
        failing.close();
        add(
                new Guard("throwing", use -> {
                    throw new IllegalStateException("broken");
                }),
                0);
        CompletableFuture<ToolOutcome> thrown =
                local.session.callTool("greet", ADA).toCompletableFuture();

        assertDenied(unfit, "Denied by texts: 'texts' gave an answer that does not fit the question.");
        assertDenied(failed, "Denied by failing: It failed when it was asked.");
        assertDenied(thrown, "Denied by throwing: It failed when it was asked.");
    }

    @Test
    void Z063_rules_and_gates_judge_what_interceptors_have_made_of_it() {
        List<JsonValue> seen = new ArrayList<>();
        local.transport.attach(
                LocalGateway.SESSION,
                local.named("gate")
                        .gate(Match.tool("greet"), check -> {
                            seen.add(check.args());
                            return GateDecision.allow();
                        })
                        .deny(Match.tool("greet").args("Eve"), "not Eve")
                        .build());
        Interception rewriter = add("rewriter", 0, InterceptorVerdict.rewrite(BOB));
        CompletableFuture<ToolOutcome> bob = greetAda();
        rewriter.close();
        add("rewriter", 0, InterceptorVerdict.rewrite(EVE));

        CompletableFuture<ToolOutcome> eve =
                local.session.callTool("greet", ADA).toCompletableFuture();

        assertGreets(bob, "Bob");
        assertThat(seen).containsExactly(BOB);
        assertDenied(eve, "Denied by gate: not Eve");
    }

    @Test
    void Z063_who_comes_while_gates_are_asked_is_asked_then_and_may_not_change_it() {
        CompletableFuture<GateDecision> gate = new CompletableFuture<>();
        local.transport.attach(
                LocalGateway.SESSION,
                local.named("gate")
                        .gateAsync(Match.tool("greet"), check -> gate)
                        .build());
        CompletableFuture<ToolOutcome> outcome = greetAda();
        Interception allowing = add("allowing", 1, InterceptorVerdict.allow());
        add("changing", 2, InterceptorVerdict.rewrite(BOB));

        gate.complete(GateDecision.allow());

        assertDenied(outcome, "Denied by changing: 'changing' wants to change what was checked already.");
        assertThat(log).hasSize(2);
        allowing.close();
    }

    @Test
    void Z063_nobody_is_asked_again_once_a_person_agrees_but_who_came_meanwhile() {
        local.transport.attach(
                LocalGateway.SESSION,
                local.named("rules").ask(Match.tool("greet"), "sure?").build());
        add("before", 0, InterceptorVerdict.rewrite(BOB));
        CompletableFuture<ToolOutcome> outcome = greetAda();
        add("meanwhile", 0, InterceptorVerdict.allow());

        local.host.answer(local.host.questions().get(0), CallApproval.APPROVED);

        assertGreets(outcome, "Bob");
        assertThat(log).containsExactly("before: {\"name\":\"Ada\"}", "meanwhile: {\"name\":\"Bob\"}");
    }

    @Test
    void Z064_only_a_host_that_runs_changed_arguments_gets_them() {
        add("rewriter", 0, InterceptorVerdict.rewrite(BOB));

        HookDecision refused = LocalGateway.now(local.session.preToolUse("greet", ADA));
        HookDecision run =
                LocalGateway.now(local.session.preToolUse("greet", ADA, CheckOptions.NONE.changing(ChangedArgs.RUN)));

        assertThat(refused)
                .isEqualTo(new HookDecision.Deny(
                        "'rewriter' wants the tool to be used with other arguments, which this host does not do.",
                        Optional.of(new ProviderName("rewriter"))));
        assertThat(run)
                .isInstanceOfSatisfying(
                        HookDecision.Allow.class,
                        allow -> assertThat(allow.changedArgs()).contains(BOB));
    }

    @Test
    void Z064_the_timeline_tells_of_changes_and_denials() {
        Interception rewriter = add("rewriter", 0, InterceptorVerdict.rewrite(BOB));
        LocalGateway.now(greetAda());
        rewriter.close();
        add("guard", 0, InterceptorVerdict.block("no"));

        local.session.callTool("greet", ADA);

        assertThat(lines()).contains("changed the use of 'greet'", "denied the use of 'greet': no");
    }

    @Test
    void Z071_one_that_leaves_before_it_has_answered_denies() {
        Interception guard = add(new Guard("guard", use -> new CompletableFuture<>()), 0);
        CompletableFuture<ToolOutcome> outcome = greetAda();

        guard.close();
        guard.close();

        assertDenied(outcome, "Denied by guard: 'guard' has left before it answered.");
        assertGreets(local.session.callTool("greet", ADA).toCompletableFuture(), "Ada");
    }

    @Test
    void Z061_a_thousand_questions_may_be_open_and_one_more_is_denied() {
        silent("guard");
        List<CompletableFuture<ToolOutcome>> waiting = new ArrayList<>();
        waiting.add(greetAda());
        for (int i = 1; i < Limit.INTERCEPTIONS_IN_FLIGHT.standard(); i++) {
            waiting.add(local.session.callTool("greet", ADA).toCompletableFuture());
        }

        CompletableFuture<ToolOutcome> oneMore =
                local.session.callTool("greet", ADA).toCompletableFuture();

        assertThat(waiting).noneMatch(CompletableFuture::isDone);
        assertDenied(oneMore, "Denied by guard: 'guard' has too many questions to answer.");
    }

    @Test
    void Z008_a_session_has_room_for_a_hundred() {
        List<Interception> all = new ArrayList<>();
        for (int i = 0; i < Limit.INTERCEPTORS_PER_SESSION.standard(); i++) {
            all.add(add("guard", 0, InterceptorVerdict.allow()));
        }

        assertThatIllegalStateException()
                .isThrownBy(() -> add("guard", 0, InterceptorVerdict.allow()))
                .withMessageContaining("100 interceptors");
        all.get(0).close();
        add("guard", 0, InterceptorVerdict.allow());
    }

    @Test
    void I12_an_interrupt_ends_what_waits_for_interceptors() {
        silent("guard");
        CompletableFuture<ToolOutcome> call = greetAda();
        CompletableFuture<HookDecision> check =
                local.session.preToolUse("shell", ADA).toCompletableFuture();

        local.session.interrupt();

        assertThat(LocalGateway.now(call)).isEqualTo(ToolOutcome.failure(ToolErrorCode.CANCELLED, "interrupted"));
        assertThat(LocalGateway.now(check)).isEqualTo(new HookDecision.Deny("interrupted", Optional.empty()));
    }

    private boolean isWithdrawn(Guard guard) {
        return guard.questions
                .get(guard.questions.size() - 1)
                .withdrawn()
                .toCompletableFuture()
                .isDone();
    }

    @Test
    void Z061_who_is_asked_learns_at_once_that_nobody_waits_for_the_answer_any_more() {
        Guard guard = new Guard("guard", use -> new CompletableFuture<>());
        Interception interception = add(guard, 0);
        local.transport.attach(LocalGateway.SESSION, local.greeter());
        Map<String, Runnable> ends = new LinkedHashMap<>();
        ends.put("interrupt", local.session::interrupt);
        ends.put("its time", () -> local.clock.advance(Duration.ofMillis(Limit.INTERCEPTOR_TIMEOUT.standard())));
        ends.put("its leave", interception::close);

        ends.forEach((what, end) -> {
            var unused = local.session.callTool("greet", ADA);
            boolean before = isWithdrawn(guard);
            end.run();

            assertThat(before).as(what).isFalse();
            assertThat(isWithdrawn(guard)).as(what).isTrue();
        });
        assertThat(guard.questions).hasSameSizeAs(ends.keySet());
    }

    @Test
    void Z061_who_is_asked_learns_that_its_host_does_not_wait_and_that_the_session_ends() {
        Guard guard = silent("guard");
        local.transport.attach(LocalGateway.SESSION, local.greeter());
        CallHandle cancelled = local.session.startCall("greet", ADA, CallOptions.NONE);
        cancelled.cancel();
        boolean afterCancel = isWithdrawn(guard);
        var unused = local.session.callTool("greet", ADA);
        boolean beforeEnd = isWithdrawn(guard);

        local.session.close();

        assertThat(afterCancel).isTrue();
        assertThat(beforeEnd).isFalse();
        assertThat(isWithdrawn(guard)).isTrue();
    }

    @Test
    void Z061_what_was_answered_is_not_withdrawn() {
        Guard blocks = new Guard("blocks", use -> CompletableFuture.completedFuture(InterceptorVerdict.block("no")));
        add(blocks, 0);

        var unused = greetAda();
        local.session.interrupt();

        assertThat(isWithdrawn(blocks)).isFalse();
    }

    @Test
    void D233_a_call_that_waits_for_interceptors_is_cancelled_and_limited_by_its_host() {
        silent("guard");
        local.transport.attach(LocalGateway.SESSION, local.greeter());
        CallHandle cancelled = local.session.startCall("greet", ADA, CallOptions.NONE);
        CallHandle limited = local.session.startCall("greet", ADA, CallOptions.NONE.within(Duration.ofSeconds(3)));

        cancelled.cancel();
        local.clock.advance(Duration.ofSeconds(3));

        assertThat(LocalGateway.now(cancelled.outcome()))
                .isEqualTo(ToolOutcome.failure(ToolErrorCode.CANCELLED, "cancelled by the host"));
        assertThat(((ToolOutcome.Failure) LocalGateway.now(limited.outcome())).code())
                .isEqualTo(ToolErrorCode.TIMEOUT);
    }

    @Test
    void I55_the_end_of_a_session_ends_what_waits_for_interceptors() {
        silent("guard");
        CompletableFuture<ToolOutcome> call = greetAda();

        local.session.close();

        assertThat(LocalGateway.now(call))
                .isEqualTo(ToolOutcome.failure(ToolErrorCode.CANCELLED, "the session is ending"));
    }

    @Test
    void U123_a_caller_that_listens_hears_every_ten_seconds_whom_its_call_waits_for() {
        silent("guard");
        local.transport.attach(LocalGateway.SESSION, local.greeter());
        List<CallProgress> reports = new ArrayList<>();
        local.session.startCall("greet", ADA, CallOptions.NONE.reportingTo(reports::add));

        local.clock.advance(Duration.ofMillis(Limit.APPROVAL_REPORT.standard() - 1));
        List<CallProgress> before = List.copyOf(reports);
        local.clock.advance(Duration.ofMillis(1));

        assertThat(before).isEmpty();
        assertThat(reports).containsExactly(new CallProgress(1, "'greet' waits for 'guard' to let it pass"));
    }

    /** Notes everything, and lets everything pass unless it is told otherwise. */
    private final class Listener implements SessionInterceptor {
        private InterceptorVerdict onTurn = InterceptorVerdict.allow();
        private InterceptorVerdict onText = InterceptorVerdict.allow();

        @Override
        public CompletionStage<InterceptorVerdict> beforeTool(InterceptedTool use, InterceptorQuestion question) {
            log.add("before " + use.tool());
            return NOTHING_TO_SAY;
        }

        @Override
        public CompletionStage<InterceptorVerdict> beforeTurn(int step, InterceptorQuestion question) {
            log.add("before turn " + step);
            return CompletableFuture.completedFuture(onTurn);
        }

        @Override
        public CompletionStage<InterceptorVerdict> beforeShown(String text, InterceptorQuestion question) {
            log.add("before showing " + text);
            return CompletableFuture.completedFuture(onText);
        }

        @Override
        public void toolAsked(InterceptedTool use) {
            log.add(use.tool());
        }

        @Override
        public void turnStarted(int step) {
            log.add("turn " + step);
        }

        @Override
        public void textShown(String text) {
            log.add("shown " + text);
        }

        @Override
        public void turnEnded(TurnStop stop, Optional<String> error) {
            log.add("ended " + stop + error.orElse(""));
        }
    }

    private Listener listen(Set<InterceptorInterest> interests) {
        Listener listener = new Listener();
        local.session.intercept(new ProviderName("listener"), 0, interests, listener);
        return listener;
    }

    @Test
    void Z080_an_event_precedes_the_question_of_its_name_but_that_of_a_text_follows_it() {
        listen(Set.of(InterceptorInterest.values()));
        local.transport.attach(LocalGateway.SESSION, local.greeter());

        local.session.beforeTurn(1);
        local.session.beforeShown("I greet her.");
        local.session.callTool("greet", ADA);
        local.session.turnEnded(TurnStop.TOOL_USE, Optional.empty());

        assertThat(log)
                .containsExactly(
                        "turn 1",
                        "before turn 1",
                        "before showing I greet her.",
                        "shown I greet her.",
                        "greet",
                        "before greet",
                        "ended TOOL_USE");
    }

    @Test
    void Z076_events_and_questions_about_one_use_have_one_id() {
        List<String> ids = new ArrayList<>();
        local.session.intercept(
                new ProviderName("listener"),
                0,
                Set.of(InterceptorInterest.TOOLS, InterceptorInterest.EVENTS),
                new SessionInterceptor() {
                    @Override
                    public CompletionStage<InterceptorVerdict> beforeTool(
                            InterceptedTool use, InterceptorQuestion question) {
                        ids.add(use.id());
                        return NOTHING_TO_SAY;
                    }

                    @Override
                    public void toolAsked(InterceptedTool use) {
                        ids.add(use.id());
                    }
                });
        local.transport.attach(LocalGateway.SESSION, local.greeter());

        local.session.callTool("greet", ADA);
        local.session.preToolUse("shell", ADA);

        assertThat(ids).hasSize(4);
        assertThat(ids.get(1)).isEqualTo(ids.get(0));
        assertThat(ids.get(3)).isEqualTo(ids.get(2)).isNotEqualTo(ids.get(0));
    }

    @Test
    void Z079_a_turn_is_told_with_its_step_and_ends_with_its_reason() {
        listen(Set.of(InterceptorInterest.EVENTS));

        local.session.beforeTurn(1);
        local.session.turnEnded(TurnStop.TOOL_USE, Optional.empty());
        local.session.beforeTurn(2);
        local.session.turnEnded(TurnStop.ERROR, Optional.of(": broken"));

        assertThat(log).containsExactly("turn 1", "ended TOOL_USE", "turn 2", "ended ERROR: broken");
    }

    @Test
    void Z078_who_only_listens_is_asked_nothing_and_hears_everything() {
        listen(Set.of(InterceptorInterest.EVENTS));
        local.transport.attach(LocalGateway.SESSION, local.greeter());

        local.session.beforeTurn(1);
        local.session.beforeShown("Hi");
        local.session.preToolUse("shell", ADA);
        local.session.callTool("greet", ADA);

        assertThat(log).containsExactly("turn 1", "shown Hi", "shell", "greet");
    }

    @Test
    void Z060_what_an_interceptor_takes_part_in_may_change() {
        Listener listener = new Listener();
        Interception interception = local.session.intercept(new ProviderName("listener"), 0, Set.of(), listener);
        local.session.beforeTurn(1);

        interception.take(Set.of(InterceptorInterest.TURNS));
        local.session.beforeTurn(2);
        interception.close();
        local.session.beforeTurn(3);

        assertThat(log).containsExactly("before turn 2");
    }

    @Test
    void Z072_a_turn_that_is_blocked_is_refused_with_the_reason() {
        listen(Set.of(InterceptorInterest.TURNS)).onTurn = InterceptorVerdict.block("out of hours");

        Optional<String> refusal = LocalGateway.now(local.session.beforeTurn(1));

        assertThat(refusal).contains("Denied by listener: out of hours");
    }

    @Test
    void Z074_a_text_is_shown_as_it_was_replaced_or_is_withheld() {
        Listener listener = listen(Set.of(InterceptorInterest.TEXTS, InterceptorInterest.EVENTS));
        listener.onText = InterceptorVerdict.replace("the key is ***");
        String replaced = LocalGateway.now(local.session.beforeShown("the key is 42"));
        listener.onText = InterceptorVerdict.block("a secret");

        String withheld = LocalGateway.now(local.session.beforeShown("the key is 42"));

        assertThat(replaced).isEqualTo("the key is ***");
        assertThat(withheld).isEqualTo("withheld by listener: a secret");
        assertThat(log)
                .containsExactly(
                        "before showing the key is 42", "shown the key is ***", "before showing the key is 42");
    }

    @Test
    void ZI10_what_was_replaced_or_withheld_is_in_no_line_and_no_event() {
        List<String> events = new ArrayList<>();
        local.gateway.events().subscribe(new GatewayEvents.Listener() {
            @Override
            public void onEvent(GatewayEvent event) {
                events.add(event.toString());
            }
        });
        Listener listener = listen(Set.of(InterceptorInterest.TEXTS));
        listener.onText = InterceptorVerdict.replace("***");
        local.session.beforeShown("4711");
        listener.onText = InterceptorVerdict.block("secret");

        local.session.beforeShown("4711");

        assertThat(events).hasSizeGreaterThan(2).noneMatch(event -> event.contains("4711"));
        assertThat(lines()).noneMatch(line -> line.contains("4711"));
    }

    @Test
    void Z073_a_blank_text_is_nobody_s_question() {
        listen(Set.of(InterceptorInterest.TEXTS, InterceptorInterest.EVENTS));

        String shown = LocalGateway.now(local.session.beforeShown(" "));

        assertThat(shown).isEqualTo(" ");
        assertThat(log).isEmpty();
    }
}
