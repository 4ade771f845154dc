package io.tapgateway.app.audit;

import io.tapgateway.agents.HookAnswer;
import io.tapgateway.agents.HookEvent;
import io.tapgateway.app.audit.AuditLine.Verdict;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.GateResult;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.runtime.CallApproval;
import io.tapgateway.runtime.CallQuestion;
import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.GatewayEvents;
import java.time.Instant;
import java.util.function.Supplier;

/**
 * Has what gates, rules and people say to the use of tools recorded: each answer of a gate, each refusal, and each yes
 * or no of a person (G-044). What nobody had anything to say to is not recorded. Thread-safe.
 */
public final class Audit implements GatewayEvents.Listener {
    private static final String GATEWAY = "gateway";
    private static final String PERSON = "person";

    private final AuditFile file;
    private final Supplier<Instant> now;

    public Audit(AuditFile file, Supplier<Instant> now) {
        this.file = file;
        this.now = now;
    }

    @Override
    public void onGateAnswered(GatewayEvent.GateAnswered event) {
        Verdict verdict = event.decision().map(Audit::verdict).orElse(Verdict.SILENT);
        add(
                event.id(),
                event.tool(),
                verdict,
                event.gate().value(),
                "",
                event.said().orElse(""));
    }

    private static Verdict verdict(GateResult.Decision decision) {
        return switch (decision) {
            case ALLOW, CONTEXT -> Verdict.ALLOWED;
            case DENY -> Verdict.DENIED;
            case ASK -> Verdict.ASKED;
        };
    }

    @Override
    public void onCallEnded(GatewayEvent.CallEnded event) {
        event.outcome()
                .failure()
                .filter(it -> it.code() == ToolErrorCode.UNAUTHORIZED)
                .ifPresent(it -> add(
                        event.id(),
                        event.tool().value(),
                        Verdict.DENIED,
                        GATEWAY,
                        event.args().json(),
                        it.error()));
    }

    /** An agent was told by its hook what is to become of a tool of its own. */
    public void onHookAnswered(SessionId session, HookEvent event, HookAnswer answer) {
        event.wanted().ifPresent(wanted -> answer.accept(new Said(session, wanted)));
    }

    /** What a hook has said of a tool; what is left to the agent is no answer of anybody. */
    private final class Said implements HookAnswer.Visitor<Boolean> {
        private final SessionId session;
        private final HookEvent.ToolWanted wanted;

        private Said(SessionId session, HookEvent.ToolWanted wanted) {
            this.session = session;
            this.wanted = wanted;
        }

        private boolean recorded(Verdict verdict, String said) {
            add(session, wanted.tool(), verdict, GATEWAY, wanted.args().json(), said);
            return true;
        }

        @Override
        public Boolean onDeny(HookAnswer.Deny answer) {
            return recorded(Verdict.DENIED, answer.reason());
        }

        @Override
        public Boolean onAsk(HookAnswer.Ask answer) {
            return recorded(Verdict.ASKED, answer.reason());
        }

        @Override
        public Boolean onSilence(HookAnswer.Silence answer) {
            return false;
        }

        @Override
        public Boolean onContext(HookAnswer.Context answer) {
            return false;
        }

        @Override
        public Boolean onChanged(HookAnswer.Changed answer) {
            return false;
        }

        @Override
        public Boolean onGoOn(HookAnswer.GoOn answer) {
            return false;
        }
    }

    /** A person has decided, or nobody could. */
    public void onPersonAnswered(CallQuestion question, CallApproval answer) {
        Verdict verdict = answer.refusal().isEmpty() ? Verdict.APPROVED : Verdict.REFUSED;
        JsonValue args = question.args();
        add(
                question.session(),
                question.tool(),
                verdict,
                answer.by().map(place -> PERSON + " " + place).orElse(PERSON),
                args.json(),
                answer.refusal().orElse(""));
    }

    private void add(SessionId session, String tool, Verdict verdict, String by, String args, String said) {
        file.add(new AuditLine(now.get(), session, tool, verdict, by, args, said));
    }
}
