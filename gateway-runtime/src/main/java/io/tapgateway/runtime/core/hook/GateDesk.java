package io.tapgateway.runtime.core.hook;

import io.tapgateway.protocol.message.GateCheck;
import io.tapgateway.protocol.message.GateResult;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.runtime.CallContext;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.runtime.core.connection.Complaints;
import io.tapgateway.runtime.core.hook.Inquiry.Question;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.pattern.MatchBudget;
import io.tapgateway.runtime.core.rule.Judgement;
import io.tapgateway.runtime.core.rule.ToolUse;
import io.tapgateway.runtime.core.session.HostFeed;
import io.tapgateway.runtime.core.state.Connection;
import io.tapgateway.runtime.core.state.Guard;
import io.tapgateway.runtime.core.state.Registration;
import io.tapgateway.runtime.core.state.Session;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Decides whether tools may be used: by the rules of their session, and by what the gates say that these name (D-160 – D-164,
 * D-176, D-177).
 *
 * <p>A use is allowed only once every gate has consented under rules that are still in force; whatever else happens denies it,
 * a fault in here as well (T-37). Confined to the loop.
 */
public final class GateDesk {
    private final Kernel kernel;
    private final Complaints complaints;
    private final HostFeed feed;
    private final Set<Inquiry> inquiries = new LinkedHashSet<>();
    private final Map<CallId, Question> questions = new HashMap<>();
    private final Map<Connection, Set<CallId>> byConnection = new HashMap<>();

    public GateDesk(Kernel kernel, Complaints complaints, HostFeed feed) {
        this.kernel = kernel;
        this.complaints = complaints;
        this.feed = feed;
    }

    /** Has a use judged; {@code asker} hears of it, at once or in five seconds at the latest. */
    public Inquiry check(ToolCheck check, Asker asker) {
        Inquiry inquiry = new Inquiry(check, asker);
        inquiries.add(inquiry);
        judge(inquiry);
        return inquiry;
    }

    private void judge(Inquiry inquiry) {
        List<Judgement.Gate<Guard>> missing;
        try {
            missing = evaluate(inquiry);
            if (inquiry.isOver()) {
                return;
            }
            if (!missing.isEmpty()) {
                ask(inquiry, missing);
            }
        } catch (RuntimeException | Error bug) {
            deny(inquiry, bug);
            return;
        }
        if (missing.isEmpty()) {
            allow(inquiry);
        }
    }

    /** The gates that have to be asked; none if the rules decide by themselves, and then a denial is out already. */
    private List<Judgement.Gate<Guard>> evaluate(Inquiry inquiry) {
        ToolCheck check = inquiry.check();
        ToolUse use = new ToolUse(
                check.tool(),
                check.owner(),
                check.args(),
                check.session().rules().place(),
                kernel.limits());
        MatchBudget budget = new MatchBudget(kernel.limits(), kernel.stopwatch());
        Judgement<Guard> judgement = check.session().rules().judge(use, budget, kernel.now());
        inquiry.judged(judgement);
        judgement.unfinished().forEach(it -> warnOf(check.session(), it));
        judgement.denial().ifPresent(denial -> deny(inquiry, denial.owner(), denial.reason()));
        return inquiry.missing();
    }

    private void warnOf(Session session, Judgement.Unfinished<Guard> rule) {
        String text = "rule " + (rule.rule() + 1) + " of provider '"
                + rule.owner().name() + "' took too long for a call and counts as matching if it denies or asks";
        feed.warn(session, text);
    }

    private void ask(Inquiry inquiry, List<Judgement.Gate<Guard>> gates) {
        ToolCheck check = inquiry.check();
        for (Judgement.Gate<Guard> gate : gates) {
            Optional<String> obstacle = obstacle(gate, check);
            if (obstacle.isPresent()) {
                deny(inquiry, gate.owner(), obstacle.get());
                return;
            }
        }
        for (Judgement.Gate<Guard> gate : gates) {
            CallId id = new CallId("gate-" + kernel.entropy().id());
            Connection connection = gate.owner().registration().orElseThrow().connection();
            Question question = new Question(id, inquiry, gate, connection);
            inquiry.open().put(id, question);
            questions.put(id, question);
            byConnection
                    .computeIfAbsent(connection, key -> new LinkedHashSet<>())
                    .add(id);
            kernel.effects()
                    .send(
                            connection.id(),
                            new GateCheck(gate.gateId(), id, check.session().id(), check.tool(), check.args()));
        }
        long full = kernel.now() + kernel.limits().nanos(Limit.GATE_TIMEOUT);
        long deadline = Math.min(full, check.latest());
        inquiry.await(kernel.timers().at(deadline, () -> expire(inquiry)), deadline == full);
    }

    /** Why a gate cannot be asked. */
    private Optional<String> obstacle(Judgement.Gate<Guard> gate, ToolCheck check) {
        Optional<Registration> registration = gate.owner().registration();
        int room = kernel.limit(Limit.MESSAGE) - CheckText.envelopeLength(gate.gateId(), check);
        if (registration.isEmpty()) {
            return Optional.of(named(gate) + " is disconnected.");
        } else if (!check.args().fitsInto(room)) {
            return Optional.of("The arguments are too large to be shown to a gate.");
        } else if (check.latest() <= kernel.now()) {
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

    /** A gate answers. */
    public void answer(Connection connection, GateResult result) {
        Question question = questions.get(result.callId());
        if (question == null || question.connection() != connection) {
            if (!connection.remembers(result.callId())) {
                String text = "/callId: no gate check of this id was sent to this provider";
                complaints.refuse(connection, result, ErrorCode.INVALID_JSON, text);
            }
        } else if (!question.gate().gateId().equals(result.gateId())) {
            complaints.refuse(connection, result, ErrorCode.INVALID_JSON, "/gateId: another gate was asked");
        } else {
            take(question, result);
        }
    }

    private void take(Question question, GateResult result) {
        Inquiry inquiry = question.inquiry();
        try {
            close(question);
            Optional<String> said = result.reason().map(this::cleaned).filter(text -> !text.isBlank());
            switch (result.decision()) {
                case DENY -> deny(inquiry, question.gate().owner(), said.orElseGet(() -> defaultReason(question)));
                case CONTEXT -> inquiry.consented(question.gate(), said);
                case ALLOW -> inquiry.consented(question.gate(), Optional.empty());
            }
        } catch (RuntimeException | Error bug) {
            deny(inquiry, bug);
        }
        goOn(inquiry);
    }

    private String cleaned(String text) {
        return HookText.cleaned(text, kernel.limit(Limit.RULE_CONTENT));
    }

    private static String defaultReason(Question question) {
        return "Denied by " + question.gate().owner().name();
    }

    /** Silence denies, but for gates that were given all their time and want it otherwise (D-162). */
    private void expire(Inquiry inquiry) {
        try {
            for (Question question : List.copyOf(inquiry.open().values())) {
                Guard owner = question.gate().owner();
                if (!question.gate().failOpen() || !inquiry.hadItsTime()) {
                    deny(inquiry, owner, "Gate provider '" + owner.name() + "' did not respond in time.");
                    return;
                }
                inquiry.consented(question.gate(), Optional.empty());
                close(question);
            }
        } catch (RuntimeException | Error bug) {
            deny(inquiry, bug);
        }
        goOn(inquiry);
    }

    /** What has been agreed to under rules that have changed since is judged again by the new ones as well (I-17). */
    private void goOn(Inquiry inquiry) {
        if (inquiry.isOver() || !inquiry.open().isEmpty()) {
            return;
        }
        kernel.timers().cancel(inquiry.timer());
        if (inquiry.isUpToDate()) {
            allow(inquiry);
        } else {
            judge(inquiry);
        }
    }

    /** A provider's binding ends: what it was asked is denied, whatever its rules say about silence (D-162, D-164). */
    public void lose(Connection connection, String how) {
        for (CallId id : List.copyOf(byConnection.getOrDefault(connection, Set.of()))) {
            Question question = questions.get(id);
            if (question != null) {
                Guard owner = question.gate().owner();
                deny(question.inquiry(), owner, "Gate provider '" + owner.name() + "' " + how + ".");
            }
        }
    }

    /** Nothing in this session is going to be used any more; the askers are told why. */
    public void withdraw(Session session, String why) {
        for (Inquiry inquiry : List.copyOf(inquiries)) {
            if (inquiry.check().session() == session && !inquiry.isOver()) {
                end(inquiry);
                inquiry.asker().withdrawn(why);
            }
        }
    }

    /** The asker does not want to know any more (D-177). */
    public void drop(Inquiry inquiry) {
        end(inquiry);
    }

    private void allow(Inquiry inquiry) {
        List<CallContext> contexts;
        try {
            contexts = HookText.contexts(inquiry, kernel.limit(Limit.CALL_CONTEXT));
        } catch (RuntimeException | Error bug) {
            deny(inquiry, bug);
            return;
        }
        end(inquiry);
        inquiry.asker().allowed(contexts);
    }

    private void deny(Inquiry inquiry, Guard by, String reason) {
        deny(inquiry, new HookDecision.Deny(reason, Optional.of(by.name())));
    }

    private void deny(Inquiry inquiry, Throwable bug) {
        kernel.effects().fault("use of '" + inquiry.check().tool() + "' was denied", bug);
        deny(inquiry, new HookDecision.Deny("The rules could not be evaluated.", Optional.empty()));
    }

    private void deny(Inquiry inquiry, HookDecision.Deny denial) {
        if (inquiry.isOver()) {
            return;
        }
        end(inquiry);
        inquiry.asker().denied(denial);
        String source = denial.by().map(Object::toString).orElse(HostFeed.GATEWAY);
        String line = "denied '" + inquiry.check().tool() + "': " + denial.reason();
        feed.log(inquiry.check().session(), TimelineEntry.Level.INFO, source, line);
    }

    /** Nothing that still comes in has anything to do with it. */
    private void end(Inquiry inquiry) {
        inquiry.end();
        inquiries.remove(inquiry);
        kernel.timers().cancel(inquiry.timer());
        if (!inquiry.open().isEmpty()) {
            List.copyOf(inquiry.open().values()).forEach(this::close);
        }
    }

    private void close(Question question) {
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
