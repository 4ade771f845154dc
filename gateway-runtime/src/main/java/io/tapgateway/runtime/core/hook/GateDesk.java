package io.tapgateway.runtime.core.hook;

import io.tapgateway.protocol.codec.MessageSize;
import io.tapgateway.protocol.message.GateCheck;
import io.tapgateway.protocol.message.GateResult;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.HookRule;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.protocol.model.UsePreview;
import io.tapgateway.runtime.ApprovalWithdrawal;
import io.tapgateway.runtime.CallContext;
import io.tapgateway.runtime.CallQuestion;
import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.core.connection.Complaints;
import io.tapgateway.runtime.core.kernel.HostNotice;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.pattern.MatchBudget;
import io.tapgateway.runtime.core.rule.Judgement;
import io.tapgateway.runtime.core.rule.ToolUse;
import io.tapgateway.runtime.core.session.HostFeed;
import io.tapgateway.runtime.core.state.Agreement;
import io.tapgateway.runtime.core.state.Connection;
import io.tapgateway.runtime.core.state.GateQuestion;
import io.tapgateway.runtime.core.state.GateVerdict;
import io.tapgateway.runtime.core.state.Guard;
import io.tapgateway.runtime.core.state.Inquiry;
import io.tapgateway.runtime.core.state.IntendedUse;
import io.tapgateway.runtime.core.state.Registration;
import io.tapgateway.runtime.core.state.Session;
import io.tapgateway.runtime.core.state.SessionRules;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Decides whether tools may be used: by the rules of their session, and by the answers of the gates that these rules
 * name (D-160 – D-164, D-176, D-177).
 *
 * <p>A use is allowed only once every gate has consented under rules that are still in force, and a person where rules
 * or gates want one to be asked (U-120); whatever else happens denies it, a fault in here as well (T-37). Confined to
 * the loop.
 */
public final class GateDesk {
    private static final GateVerdict DROPPED = new GateVerdict.Withdrawn("nobody wants to know");

    private final Kernel kernel;
    private final Complaints complaints;
    private final HostFeed feed;
    private final Set<Inquiry> inquiries = new LinkedHashSet<>();
    private final Map<CallId, GateQuestion> questions = new HashMap<>();
    private final Map<Connection, Set<CallId>> byConnection = new HashMap<>();
    private final Map<String, Inquiry> atPersons = new LinkedHashMap<>();

    public GateDesk(Kernel kernel, Complaints complaints, HostFeed feed) {
        this.kernel = kernel;
        this.complaints = complaints;
        this.feed = feed;
    }

    /**
     * What is to be judged about a use, which no gate may take longer for than D-138 has it.
     *
     * @param agreement what a person has agreed to already
     */
    public Inquiry inquiry(IntendedUse use, Agreement agreement) {
        return new Inquiry(use, kernel.now() + kernel.limits().nanos(Limit.GATE_TIMEOUT), agreement);
    }

    /**
     * Has a use judged: its verdict is decided when this returns, or it is open. Gates decide in five seconds at the
     * latest; a person is asked by {@link #askPerson} only.
     */
    public void check(Inquiry inquiry) {
        inquiries.add(inquiry);
        judge(inquiry);
    }

    private void judge(Inquiry inquiry) {
        try {
            List<Judgement.Gate<Guard>> missing = evaluate(inquiry);
            if (!inquiry.verdict().isOpen()) {
                return;
            }
            if (missing.isEmpty()) {
                consent(inquiry);
            } else {
                ask(inquiry, missing);
            }
        } catch (RuntimeException | Error bug) {
            deny(inquiry, bug);
        }
    }

    /** The gates that have to be asked; none if the rules decide by themselves, and then a denial is out already. */
    private List<Judgement.Gate<Guard>> evaluate(Inquiry inquiry) {
        IntendedUse use = inquiry.use();
        SessionRules rules = use.session().rules();
        ToolUse seen = new ToolUse(inquiry.toolName(), inquiry.owner(), use.args(), rules.place(), kernel.limits());
        MatchBudget budget = new MatchBudget(kernel.limits(), kernel.stopwatch());
        Judgement<Guard> judgement = rules.judge(seen, budget, kernel.now());
        inquiry.judged(judgement);
        judgement.unfinished().forEach(it -> warnOf(use.session(), it));
        judgement.denial().ifPresent(denial -> deny(inquiry, denial.owner(), denial.rule(), denial.reason()));
        return inquiry.missing();
    }

    private void warnOf(Session session, Judgement.Unfinished<Guard> rule) {
        String text = "rule " + (rule.rule() + 1) + " of provider '"
                + rule.owner().name() + "' took too long for a call and counts as matching if it denies or asks";
        feed.warn(session, text);
    }

    private void ask(Inquiry inquiry, List<Judgement.Gate<Guard>> gates) {
        List<GateCheck> checks = new ArrayList<>();
        for (Judgement.Gate<Guard> gate : gates) {
            GateCheck check = message(gate, inquiry);
            Optional<String> obstacle = obstacle(gate, inquiry, check);
            if (obstacle.isPresent()) {
                deny(inquiry, gate, obstacle.get());
                return;
            }
            checks.add(check);
        }
        for (int i = 0; i < gates.size(); i++) {
            ask(inquiry, gates.get(i), checks.get(i));
        }
        long full = kernel.now() + kernel.limits().nanos(Limit.GATE_TIMEOUT);
        long deadline = Math.min(full, inquiry.latest());
        inquiry.await(deadline, deadline == full);
    }

    private GateCheck message(Judgement.Gate<Guard> gate, Inquiry inquiry) {
        IntendedUse use = inquiry.use();
        CallId id = new CallId("gate-" + kernel.entropy().id());
        return new GateCheck(gate.gateId(), id, use.session().id(), inquiry.toolName(), use.args());
    }

    private void ask(Inquiry inquiry, Judgement.Gate<Guard> gate, GateCheck check) {
        CallId id = check.callId();
        Connection connection = gate.owner().registration().orElseThrow().connection();
        GateQuestion question = new GateQuestion(id, inquiry, gate, connection, kernel.now());
        inquiry.open().put(id, question);
        questions.put(id, question);
        byConnection.computeIfAbsent(connection, key -> new LinkedHashSet<>()).add(id);
        kernel.effects().send(connection.id(), check);
    }

    /** Why a gate cannot be asked. */
    private Optional<String> obstacle(Judgement.Gate<Guard> gate, Inquiry inquiry, GateCheck check) {
        Optional<Registration> registration = gate.owner().registration();
        if (registration.isEmpty()) {
            return Optional.of(named(gate) + " is disconnected.");
        } else if (!MessageSize.fits(check, kernel.limit(Limit.MESSAGE))) {
            return Optional.of("The arguments are too large to be shown to a gate.");
        } else if (inquiry.latest() <= kernel.now()) {
            return Optional.of(named(gate) + " could not be asked in time.");
        }
        int open = byConnection
                .getOrDefault(registration.get().connection(), Set.of())
                .size();
        return open < kernel.limit(Limit.GATE_CHECKS_IN_FLIGHT)
                ? Optional.empty()
                : Optional.of(named(gate) + " has too many questions to answer.");
    }

    private static String named(Judgement.Gate<Guard> gate) {
        return "Gate provider '" + gate.owner().name() + "'";
    }

    /**
     * A gate answers.
     *
     * @return the inquiry that is decided by that, or for which others were asked since rules have changed
     */
    public Optional<Inquiry> answer(Connection connection, GateResult result) {
        GateQuestion question = questions.get(result.callId());
        if (question == null || question.connection() != connection) {
            if (!connection.remembers(result.callId())) {
                String text = "/callId: no gate check of this id was sent to this provider";
                complaints.refuse(connection, result, ErrorCode.INVALID_JSON, text);
            }
        } else if (!question.gate().gateId().equals(result.gateId())) {
            complaints.refuse(connection, result, ErrorCode.INVALID_JSON, "/gateId: another gate was asked");
        } else {
            take(question, result);
            return settle(question.inquiry()) ? Optional.of(question.inquiry()) : Optional.empty();
        }
        return Optional.empty();
    }

    private void take(GateQuestion question, GateResult result) {
        Inquiry inquiry = question.inquiry();
        try {
            close(question);
            Optional<String> said = result.reason().map(this::cleaned).filter(text -> !text.isBlank());
            tell(question, Optional.of(result.decision()), said);
            switch (result.decision()) {
                case DENY -> deny(inquiry, question.gate(), said.orElseGet(() -> defaultReason(question)));
                case CONTEXT -> inquiry.consented(question.gate(), said);
                case ALLOW -> inquiry.consented(question.gate(), Optional.empty());
                case ASK -> wish(question, result, said);
            }
        } catch (RuntimeException | Error bug) {
            deny(inquiry, bug);
        }
    }

    /** Only the tool itself shows something: a provider of this process, about a tool of its own. */
    private void wish(GateQuestion question, GateResult result, Optional<String> said) {
        Inquiry inquiry = question.inquiry();
        Guard owner = question.gate().owner();
        boolean isTool = owner.trust() == TrustLevel.INTERNAL && owner.name().equals(inquiry.owner());
        if (isTool && result.preview().isPresent()) {
            UsePreview preview = result.preview().get();
            Optional<String> changed = inquiry.agreement().changedIn(preview);
            if (changed.isPresent()) {
                deny(inquiry, question.gate(), "'" + changed.get() + "' has changed since it was shown.");
                return;
            }
            inquiry.shows(result.preview());
        }
        inquiry.wished(question.gate(), said.orElseGet(() -> defaultWish(owner)));
    }

    private String cleaned(String text) {
        return HookText.cleaned(text, kernel.limit(Limit.RULE_CONTENT));
    }

    private static String defaultWish(Guard owner) {
        return owner.name() + " wants this to be approved";
    }

    private static String defaultReason(GateQuestion question) {
        return "Denied by " + question.gate().owner().name();
    }

    /**
     * The deadline of an inquiry has come: it is decided, or open with another deadline since rules have changed. A
     * gate that has not answered denies, unless it is declared to fail open and had its full time (D-162).
     */
    public void expire(Inquiry inquiry) {
        try {
            List<GateQuestion> unanswered = List.copyOf(inquiry.open().values());
            unanswered.forEach(this::tellOfSilence);
            for (GateQuestion question : unanswered) {
                if (!question.gate().failOpen() || !inquiry.hadItsTime()) {
                    deny(inquiry, question.gate(), named(question.gate()) + " did not respond in time.");
                    return;
                }
                inquiry.consented(question.gate(), Optional.empty());
                close(question);
            }
        } catch (RuntimeException | Error bug) {
            deny(inquiry, bug);
        }
        settle(inquiry);
    }

    /**
     * Decides an inquiry that all gates have answered: allowed, or judged again if rules have changed since (I-17).
     *
     * @return false if gates have yet to answer
     */
    private boolean settle(Inquiry inquiry) {
        if (!inquiry.open().isEmpty()) {
            return false;
        }
        if (inquiry.verdict().isOpen()) {
            kernel.timers().cancel(inquiry.timer());
            if (inquiry.isUpToDate()) {
                consent(inquiry);
            } else {
                judge(inquiry);
            }
        }
        return true;
    }

    /**
     * A provider's binding ends: what it was asked is denied, whatever its rules say about silence (D-162, D-164).
     *
     * @return what is decided by that
     */
    public List<Inquiry> lose(Connection connection, String how) {
        List<Inquiry> denied = new ArrayList<>();
        for (CallId id : List.copyOf(byConnection.getOrDefault(connection, Set.of()))) {
            GateQuestion question = questions.get(id);
            if (question != null) {
                tellOfSilence(question);
                deny(question.inquiry(), question.gate(), named(question.gate()) + " " + how + ".");
                denied.add(question.inquiry());
            }
        }
        return denied;
    }

    /**
     * Withdraws all inquiries of a session.
     *
     * @param why a sentence for whoever waits for a verdict
     * @param cause the same for whoever asks a person
     * @return the inquiries that were open until now
     */
    public List<Inquiry> withdraw(Session session, String why, ApprovalWithdrawal cause) {
        if (inquiries.isEmpty()) {
            return List.of();
        }
        List<Inquiry> withdrawn = inquiries.stream()
                .filter(inquiry -> inquiry.use().session() == session)
                .toList();
        withdrawn.forEach(inquiry -> close(inquiry, new GateVerdict.Withdrawn(why), cause));
        return withdrawn;
    }

    /** The verdict is no longer needed (D-177). */
    public void drop(Inquiry inquiry, ApprovalWithdrawal cause) {
        if (inquiry.verdict().isOpen()) {
            close(inquiry, DROPPED, cause);
        }
    }

    /** All gates have consented: a person may have to. */
    private void consent(Inquiry inquiry) {
        List<CallContext> contexts = HookText.contexts(inquiry, kernel.limit(Limit.CALL_CONTEXT));
        List<CallQuestion.Asker> askers = inquiry.askers();
        if (askers.isEmpty()) {
            close(inquiry, new GateVerdict.Allowed(contexts));
        } else {
            inquiry.await(new GateVerdict.ForPerson(question(inquiry, askers), contexts));
        }
    }

    private CallQuestion question(Inquiry inquiry, List<CallQuestion.Asker> askers) {
        IntendedUse use = inquiry.use();
        String id = "ask-" + kernel.entropy().id();
        return new CallQuestion(
                id,
                use.session().id(),
                use.callName(),
                inquiry.toolName(),
                inquiry.owner(),
                use.args(),
                askers,
                inquiry.preview());
    }

    /** Has the host of a use ask the person; the answer comes whenever it comes. */
    public void askPerson(Inquiry inquiry, CallQuestion question) {
        Session session = inquiry.use().session();
        atPersons.put(question.id(), inquiry);
        kernel.effects().notifyHost(session.id(), new HostNotice.Approve(question));
        String line = "'" + inquiry.toolName() + "' waits for somebody to approve it: " + question.why();
        feed.log(inquiry.use(), HostFeed.GATEWAY, line);
    }

    /** Asks all that is open in a session once more: it has another host. */
    public void askAgain(Session session) {
        for (Inquiry inquiry : List.copyOf(atPersons.values())) {
            if (inquiry.use().session() == session) {
                inquiry.question()
                        .ifPresent(it -> kernel.effects().notifyHost(session.id(), new HostNotice.Approve(it)));
            }
        }
    }

    /** The inquiry that a question of that session is about; empty if it is open no more. */
    public Optional<Inquiry> atPerson(Session session, String question) {
        return Optional.ofNullable(atPersons.get(question))
                .filter(inquiry -> inquiry.use().session() == session);
    }

    /**
     * The person agrees: rules and gates have their say once more, with five seconds of their own (U-120).
     *
     * @param by where that was said
     */
    public void approve(Inquiry inquiry, Optional<String> by) {
        inquiry.question().ifPresent(question -> {
            atPersons.remove(question.id());
            inquiry.approve(question, kernel.now() + kernel.limits().nanos(Limit.GATE_TIMEOUT));
            feed.log(inquiry.use(), HostFeed.GATEWAY, "approved '" + inquiry.toolName() + "'" + where(by));
            judge(inquiry);
        });
    }

    /** The person, or whoever spoke in that person's stead, says no. */
    public void refuse(Inquiry inquiry, String why, Optional<String> by) {
        inquiry.question().ifPresent(question -> atPersons.remove(question.id()));
        deny(inquiry, new HookDecision.Deny(cleaned(why), Optional.empty()), where(by));
    }

    private static String where(Optional<String> by) {
        return by.map(place -> " " + place).orElse("");
    }

    private void deny(Inquiry inquiry, Guard by, HookRule rule, String reason) {
        if (inquiry.verdict().isOpen()) {
            inquiry.use().session().rules().denied(by, rule, kernel.now());
        }
        deny(inquiry, new HookDecision.Deny(reason, Optional.of(by.name())));
    }

    private void deny(Inquiry inquiry, Judgement.Gate<Guard> gate, String reason) {
        deny(inquiry, gate.owner(), gate.rule(), reason);
    }

    private void deny(Inquiry inquiry, Throwable bug) {
        kernel.effects().fault("use of '" + inquiry.toolName() + "' was denied", bug);
        deny(inquiry, new HookDecision.Deny("The rules could not be evaluated.", Optional.empty()));
    }

    private void deny(Inquiry inquiry, HookDecision.Deny denial) {
        deny(inquiry, denial, "");
    }

    /** @param where a person has said so, if one has */
    private void deny(Inquiry inquiry, HookDecision.Deny denial, String where) {
        if (inquiry.verdict().isOpen()) {
            close(inquiry, new GateVerdict.Denied(denial));
            String source = denial.by().map(Object::toString).orElse(HostFeed.GATEWAY);
            String line = "denied '" + inquiry.toolName() + "'" + where + ": " + denial.reason();
            feed.log(inquiry.use(), source, line);
        }
    }

    private void tellOfSilence(GateQuestion question) {
        tell(question, Optional.empty(), Optional.empty());
    }

    /** For observers; made only if there are any. */
    private void tell(GateQuestion question, Optional<GateResult.Decision> decision, Optional<String> said) {
        if (kernel.effects().isObserved()) {
            Inquiry inquiry = question.inquiry();
            kernel.effects()
                    .publish(new GatewayEvent.GateAnswered(
                            inquiry.use().session().id(),
                            inquiry.use().callName(),
                            inquiry.toolName(),
                            question.gate().owner().name(),
                            decision,
                            said,
                            Duration.ofNanos(kernel.now() - question.askedAt())));
        }
    }

    private void close(Inquiry inquiry, GateVerdict verdict) {
        close(inquiry, verdict, ApprovalWithdrawal.CANCELLED);
    }

    /** Decides an inquiry and closes its questions: later answers to them have no effect. */
    private void close(Inquiry inquiry, GateVerdict verdict, ApprovalWithdrawal cause) {
        inquiry.question().ifPresent(question -> withdraw(inquiry, question, cause));
        inquiry.close(verdict);
        inquiries.remove(inquiry);
        kernel.timers().cancel(inquiry.timer());
        if (!inquiry.open().isEmpty()) {
            List.copyOf(inquiry.open().values()).forEach(this::close);
        }
    }

    /** Nobody has to answer any more, unless somebody has. */
    private void withdraw(Inquiry inquiry, CallQuestion question, ApprovalWithdrawal cause) {
        if (atPersons.remove(question.id()) != null) {
            HostNotice news = new HostNotice.ApprovalWithdrawn(question, cause);
            kernel.effects().notifyHost(inquiry.use().session().id(), news);
        }
    }

    private void close(GateQuestion question) {
        CallId id = question.id();
        question.inquiry().open().remove(id);
        questions.remove(id);
        Set<CallId> open = byConnection.get(question.connection());
        if (open != null && open.remove(id) && open.isEmpty()) {
            byConnection.remove(question.connection());
        }
        question.connection().settled(id);
    }
}
