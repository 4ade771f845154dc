package io.tapgateway.runtime.core.hook;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.message.GateCheck;
import io.tapgateway.protocol.message.GateResult;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.GateId;
import io.tapgateway.protocol.model.HookRule;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.runtime.ApprovalWithdrawal;
import io.tapgateway.runtime.CallContext;
import io.tapgateway.runtime.CallQuestion;
import io.tapgateway.runtime.CheckOptions;
import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.core.LoneSession;
import io.tapgateway.runtime.core.RecordingEffects;
import io.tapgateway.runtime.core.kernel.Effects;
import io.tapgateway.runtime.core.kernel.HostNotice;
import io.tapgateway.runtime.core.kernel.Receipt;
import io.tapgateway.runtime.core.rule.ToolUse;
import io.tapgateway.runtime.core.state.Agreement;
import io.tapgateway.runtime.core.state.Connection;
import io.tapgateway.runtime.core.state.GateVerdict;
import io.tapgateway.runtime.core.state.HostQuestion;
import io.tapgateway.runtime.core.state.Inquiry;
import io.tapgateway.runtime.core.state.Presence;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is decided about the use of a tool, and who is told by what is returned. */
final class GateDeskTest {
    private static final JsonValue ARGS = JsonValue.of(Map.of("command", "make"));
    private static final HookRule DENY = new HookRule.Deny(Match.tool("shell"), Optional.of("not here"));
    private static final HookRule GATE = new HookRule.Gate(Match.tool("shell"), new GateId("g"), false);
    private static final HookRule LENIENT_GATE = new HookRule.Gate(Match.tool("shell"), new GateId("g"), true);
    private static final HookRule ASK = new HookRule.Ask(Match.tool("shell"), Optional.of("sure?"));
    private static final HookRule CONTEXT = new HookRule.Context(Match.tool("shell"), "use pnpm");

    private final LoneSession fixture = new LoneSession();
    private final GateDesk gates = new GateDesk(fixture.kernel(), fixture.complaints(), fixture.feed());
    private final Presence ci = fixture.provider("ci", "greet", 1);
    private final Presence lint = fixture.provider("lint", "check", 1);

    private Inquiry check() {
        Inquiry inquiry = new Inquiry(
                question(fixture),
                fixture.kernel().now() + fixture.kernel().limits().nanos(Limit.GATE_TIMEOUT));
        gates.check(inquiry);
        return inquiry;
    }

    private static HostQuestion question(LoneSession asking) {
        return new HostQuestion(
                asking.session(), "shell", ToolUse.HOST, ARGS, CheckOptions.NONE, new Receipt<HookDecision>() {});
    }

    private static Connection connection(Presence provider) {
        return provider.registration().connection();
    }

    private GateCheck asked(Presence provider) {
        List<GateCheck> checks = fixture.sentTo(provider, GateCheck.class);
        return checks.get(checks.size() - 1);
    }

    private Optional<Inquiry> answers(Presence provider, GateResult.Decision decision, String reason) {
        GateCheck check = asked(provider);
        Optional<String> said = Optional.of(reason).filter(text -> !text.isEmpty());
        return gates.answer(connection(provider), new GateResult(check.callId(), check.gateId(), decision, said));
    }

    private static HookDecision.Deny denialOf(Inquiry inquiry) {
        assertThat(inquiry.verdict()).isInstanceOf(GateVerdict.Denied.class);
        return ((GateVerdict.Denied) inquiry.verdict()).denial();
    }

    private static List<String> contextsOf(Inquiry inquiry) {
        assertThat(inquiry.verdict()).isInstanceOf(GateVerdict.Allowed.class);
        return ((GateVerdict.Allowed) inquiry.verdict())
                .contexts().stream().map(CallContext::text).toList();
    }

    @Test
    void what_no_rule_is_about_is_allowed_at_once() {
        fixture.rule(ci, new HookRule.Deny(Match.tool("other"), Optional.empty()));

        Inquiry inquiry = check();

        assertThat(contextsOf(inquiry)).isEmpty();
        assertThat(fixture.effects().take()).isEmpty();
    }

    @Test
    void D160_a_rule_that_denies_decides_at_once_and_no_gate_is_asked() {
        fixture.rule(ci, GATE);
        fixture.rule(lint, DENY);

        Inquiry inquiry = check();

        assertThat(denialOf(inquiry))
                .isEqualTo(new HookDecision.Deny(
                        "not here", Optional.of(lint.registration().identity().name())));
        assertThat(fixture.sentTo(ci)).isEmpty();
        assertThat(fixture.effects().all(RecordingEffects.Noticed.class)).hasSize(1);
    }

    @Test
    void D176_a_gate_is_shown_the_use_and_has_five_seconds() {
        fixture.rule(ci, GATE);

        Inquiry inquiry = check();

        assertThat(inquiry.verdict()).isEqualTo(new GateVerdict.Open(5_000_000_000L));
        assertThat(asked(ci))
                .isEqualTo(new GateCheck(
                        new GateId("g"), asked(ci).callId(), fixture.session().id(), "shell", ARGS));
    }

    private List<HostNotice> told() {
        return fixture.effects().all(RecordingEffects.Noticed.class).stream()
                .map(RecordingEffects.Noticed::notice)
                .filter(notice -> !(notice instanceof HostNotice.Log))
                .toList();
    }

    private CallQuestion askPerson(Inquiry inquiry) {
        CallQuestion question = inquiry.question().orElseThrow();
        gates.askPerson(inquiry, question);
        return question;
    }

    @Test
    void U120_once_all_gates_have_consented_a_person_has_to() {
        fixture.rule(ci, GATE, ASK, CONTEXT);
        Inquiry inquiry = check();
        assertThat(inquiry.question()).isEmpty();

        answers(ci, GateResult.Decision.ALLOW, "");
        CallQuestion question = askPerson(inquiry);

        assertThat(question.askers()).extracting(CallQuestion.Asker::reason).containsExactly("sure?");
        assertThat(told()).containsExactly(new HostNotice.Approve(question));
        assertThat(gates.atPerson(fixture.session(), question.id())).containsSame(inquiry);
    }

    @Test
    void U120_after_the_yes_the_gates_are_asked_once_more_with_five_seconds_of_their_own() {
        fixture.rule(ci, GATE, ASK);
        Inquiry inquiry = check();
        answers(ci, GateResult.Decision.ALLOW, "");
        GateCheck first = asked(ci);
        askPerson(inquiry);
        fixture.pass(60_000);

        gates.approve(inquiry, Optional.of("at the prompt"));

        assertThat(asked(ci)).isNotEqualTo(first);
        assertThat(inquiry.verdict()).isEqualTo(new GateVerdict.Open(65_000_000_000L));
        answers(ci, GateResult.Decision.ASK, "sure?");
        assertThat(contextsOf(inquiry)).isEmpty();
    }

    @Test
    void U121_a_no_denies_with_what_was_said() {
        fixture.rule(ci, ASK);
        Inquiry inquiry = check();
        CallQuestion question = askPerson(inquiry);

        gates.refuse(inquiry, "Denied by the user: later\u0007", Optional.of("in the console"));

        assertThat(denialOf(inquiry)).isEqualTo(new HookDecision.Deny("Denied by the user: later", Optional.empty()));
        assertThat(told()).containsExactly(new HostNotice.Approve(question));
        assertThat(gates.atPerson(fixture.session(), question.id())).isEmpty();
    }

    @Test
    void U102_nobody_has_to_answer_for_what_is_not_wanted_any_more() {
        fixture.rule(ci, ASK);
        Inquiry inquiry = check();
        CallQuestion question = askPerson(inquiry);

        gates.drop(inquiry, ApprovalWithdrawal.CANCELLED);

        assertThat(told())
                .containsExactly(
                        new HostNotice.Approve(question),
                        new HostNotice.ApprovalWithdrawn(question, ApprovalWithdrawal.CANCELLED));
        assertThat(gates.atPerson(fixture.session(), question.id())).isEmpty();
    }

    @Test
    void D067_another_host_is_asked_what_the_former_one_has_not_answered() {
        fixture.rule(ci, ASK);
        CallQuestion question = askPerson(check());
        CallQuestion answered = askPerson(check());
        gates.refuse(gates.atPerson(fixture.session(), answered.id()).orElseThrow(), "no", Optional.empty());

        gates.askAgain(fixture.session());

        assertThat(told())
                .containsExactly(
                        new HostNotice.Approve(question),
                        new HostNotice.Approve(answered),
                        new HostNotice.Approve(question));
    }

    @Test
    void D161_a_use_is_allowed_when_the_last_of_its_gates_has_consented() {
        fixture.rule(ci, GATE, CONTEXT);
        fixture.rule(lint, GATE);
        Inquiry inquiry = check();

        Optional<Inquiry> afterFirst = answers(lint, GateResult.Decision.CONTEXT, "looks fine");
        Optional<Inquiry> afterSecond = answers(ci, GateResult.Decision.ALLOW, "");

        assertThat(afterFirst).isEmpty();
        assertThat(afterSecond).containsSame(inquiry);
        assertThat(contextsOf(inquiry)).containsExactly("use pnpm", "looks fine");
    }

    @Test
    void D161_the_first_denial_decides_and_what_others_say_is_inert() {
        fixture.rule(ci, GATE);
        fixture.rule(lint, GATE);
        Inquiry inquiry = check();

        Optional<Inquiry> decided = answers(lint, GateResult.Decision.DENY, "CI is red");
        Optional<Inquiry> late = answers(ci, GateResult.Decision.ALLOW, "");

        assertThat(decided).containsSame(inquiry);
        assertThat(denialOf(inquiry).reason()).isEqualTo("CI is red");
        assertThat(late).isEmpty();
        assertThat(fixture.sentTo(ci, ErrorMessage.class)).isEmpty();
    }

    @Test
    void D163_an_answer_for_another_gate_or_to_nothing_is_refused_and_decides_nothing() {
        fixture.rule(ci, GATE);
        Inquiry inquiry = check();
        CallId id = asked(ci).callId();
        GateResult.Decision allow = GateResult.Decision.ALLOW;

        Optional<Inquiry> otherGate =
                gates.answer(connection(ci), new GateResult(id, new GateId("h"), allow, Optional.empty()));
        Optional<Inquiry> otherProvider =
                gates.answer(connection(lint), new GateResult(id, new GateId("g"), allow, Optional.empty()));

        assertThat(otherGate).isEmpty();
        assertThat(otherProvider).isEmpty();
        assertThat(inquiry.verdict().isOpen()).isTrue();
        assertThat(fixture.sentTo(ci, ErrorMessage.class)).hasSize(1);
        assertThat(fixture.sentTo(lint, ErrorMessage.class)).hasSize(1);
    }

    @Test
    void D160_observers_learn_what_each_gate_has_answered_and_how_long_it_took() {
        RecordingEffects effects = RecordingEffects.observed();
        LoneSession watched = LoneSession.with(effects);
        GateDesk desk = new GateDesk(watched.kernel(), watched.complaints(), watched.feed());
        Presence first = watched.provider("ci", "greet", 1);
        watched.rule(first, GATE);
        watched.rule(watched.provider("lint", "check", 1), GATE);
        Inquiry inquiry = desk.inquiry(question(watched), Agreement.NONE);
        desk.check(inquiry);
        watched.pass(20);
        GateCheck check = effects.all(RecordingEffects.Sent.class).stream()
                .filter(it -> it.connection().equals(connection(first).id()))
                .map(RecordingEffects.Sent::message)
                .filter(GateCheck.class::isInstance)
                .map(GateCheck.class::cast)
                .findFirst()
                .orElseThrow();
        desk.answer(
                connection(first),
                new GateResult(check.callId(), check.gateId(), GateResult.Decision.CONTEXT, Optional.of("use pnpm")));

        desk.expire(inquiry);

        assertThat(effects.all(RecordingEffects.Published.class))
                .extracting(RecordingEffects.Published::event)
                .filteredOn(GatewayEvent.GateAnswered.class::isInstance)
                .containsExactly(
                        answered("ci", Optional.of(GateResult.Decision.CONTEXT), Optional.of("use pnpm")),
                        answered("lint", Optional.empty(), Optional.empty()));
    }

    private GatewayEvent answered(String gate, Optional<GateResult.Decision> decision, Optional<String> said) {
        return new GatewayEvent.GateAnswered(
                fixture.session().id(),
                Optional.empty(),
                "shell",
                new ProviderName(gate),
                decision,
                said,
                Duration.ofMillis(20));
    }

    @Test
    void D176_silence_denies() {
        fixture.rule(ci, GATE);
        Inquiry inquiry = check();

        gates.expire(inquiry);

        assertThat(denialOf(inquiry).reason()).isEqualTo("Gate provider 'ci' did not respond in time.");
    }

    @Test
    void D162_silence_allows_what_fails_open_but_a_lost_provider_does_not() {
        fixture.rule(ci, LENIENT_GATE);
        Inquiry silent = check();
        Inquiry lost = check();

        gates.expire(silent);
        List<Inquiry> decided = gates.lose(connection(ci), "disconnected");

        assertThat(contextsOf(silent)).isEmpty();
        assertThat(decided).containsExactly(lost);
        assertThat(denialOf(lost).reason()).isEqualTo("Gate provider 'ci' disconnected.");
    }

    @Test
    void D162_a_gate_that_is_given_less_than_its_time_does_not_fail_open() {
        fixture.rule(ci, LENIENT_GATE);
        Inquiry hurried = new Inquiry(question(fixture), fixture.kernel().now() + 1);
        gates.check(hurried);

        gates.expire(hurried);

        assertThat(denialOf(hurried).reason()).isEqualTo("Gate provider 'ci' did not respond in time.");
    }

    @Test
    void I17_what_was_agreed_to_under_rules_that_have_changed_is_judged_by_the_new_ones_as_well() {
        fixture.rule(ci, GATE);
        Inquiry inquiry = check();
        fixture.rule(lint, GATE);

        Optional<Inquiry> others = answers(ci, GateResult.Decision.ALLOW, "");
        boolean openThen = inquiry.verdict().isOpen();
        Optional<Inquiry> decided = answers(lint, GateResult.Decision.ALLOW, "");

        assertThat(others).containsSame(inquiry);
        assertThat(openThen).isTrue();
        assertThat(decided).containsSame(inquiry);
        assertThat(contextsOf(inquiry)).isEmpty();
        assertThat(fixture.sentTo(ci, GateCheck.class)).hasSize(1);
    }

    @Test
    void what_is_withdrawn_with_its_session_is_returned_and_its_gates_are_not_heard_any_more() {
        fixture.rule(ci, GATE);
        Inquiry inquiry = check();

        List<Inquiry> withdrawn = gates.withdraw(fixture.session(), "the session is ending", ApprovalWithdrawal.ENDED);
        Optional<Inquiry> late = answers(ci, GateResult.Decision.ALLOW, "");

        assertThat(withdrawn).containsExactly(inquiry);
        assertThat(inquiry.verdict()).isEqualTo(new GateVerdict.Withdrawn("the session is ending"));
        assertThat(late).isEmpty();
        assertThat(gates.withdraw(fixture.session(), "again", ApprovalWithdrawal.ENDED))
                .isEmpty();
    }

    @Test
    void D177_what_nobody_wants_to_know_any_more_is_not_decided() {
        fixture.rule(ci, GATE);
        Inquiry inquiry = check();

        gates.drop(inquiry, ApprovalWithdrawal.CANCELLED);

        assertThat(answers(ci, GateResult.Decision.DENY, "no")).isEmpty();
        assertThat(gates.lose(connection(ci), "disconnected")).isEmpty();
        assertThat(fixture.effects().all(RecordingEffects.Noticed.class)).isEmpty();
    }

    @Test
    void T37_a_fault_while_a_gate_is_asked_denies_and_is_reported() {
        RecordingEffects recorded = RecordingEffects.unobserved();
        LoneSession broken = LoneSession.with(failingToSend(recorded));
        GateDesk desk = new GateDesk(broken.kernel(), broken.complaints(), broken.feed());
        broken.rule(broken.provider("ci", "greet", 1), LENIENT_GATE);
        Inquiry inquiry = new Inquiry(question(broken), 5_000_000_000L);

        desk.check(inquiry);

        assertThat(denialOf(inquiry).reason()).isEqualTo("The rules could not be evaluated.");
        assertThat(recorded.all(RecordingEffects.Failed.class)).hasSize(1);
        assertThat(inquiry.open()).isEmpty();
    }

    private static Effects failingToSend(Effects others) {
        return (Effects) Proxy.newProxyInstance(
                Effects.class.getClassLoader(), new Class<?>[] {Effects.class}, (proxy, method, args) -> {
                    if (method.getName().equals("send")) {
                        throw new IllegalStateException("cannot send, on purpose");
                    }
                    return method.invoke(others, args);
                });
    }
}
