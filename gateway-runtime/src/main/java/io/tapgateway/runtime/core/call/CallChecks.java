package io.tapgateway.runtime.core.call;

import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.protocol.model.ToolName;
import io.tapgateway.runtime.CallContext;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.core.hook.Asker;
import io.tapgateway.runtime.core.hook.GateDesk;
import io.tapgateway.runtime.core.hook.Inquiry;
import io.tapgateway.runtime.core.hook.ToolCheck;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.state.Call;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which calls are being judged by the rules of their session, and what follows for each. Confined to the loop. */
final class CallChecks {
    /** What becomes of a call that was judged. */
    interface Outcome {
        /** The rules in force let it pass. */
        void passed(Call call);

        /** It ends here. */
        void stopped(Call call, ToolErrorCode code, String text);

        /** Something failed while it went on. */
        void failed(Call call);
    }

    private final Kernel kernel;
    private final GateDesk gates;
    private final Outcome outcome;
    private final Map<Call, Inquiry> open = new HashMap<>();

    CallChecks(Kernel kernel, GateDesk gates, Outcome outcome) {
        this.kernel = kernel;
        this.gates = gates;
        this.outcome = outcome;
    }

    /** Has a new call judged; gates have five seconds in all. */
    void begin(Call call) {
        judge(call, kernel.now() + kernel.limits().nanos(Limit.GATE_TIMEOUT));
    }

    /**
     * Has a waiting call judged again, because rules have changed (D-113). The time this takes comes out of what the first
     * check and the queue have left over, so that no call takes longer than D-138 has it.
     */
    void repeat(Call call) {
        long longest =
                kernel.limits().nanos(Limit.GATE_TIMEOUT) + kernel.limits().nanos(Limit.QUEUE_WAIT);
        judge(call, call.askedAt() + longest);
    }

    private void judge(Call call, long latest) {
        ProviderName owner = call.tool().owner();
        ToolCheck check = new ToolCheck(call.session(), call.tool().name().value(), owner, call.args(), latest);
        Inquiry inquiry = gates.check(check, new Answer(call));
        if (!inquiry.isOver()) {
            open.put(call, inquiry);
        }
    }

    /** Whether a call is waiting for gates. */
    boolean isOpen(Call call) {
        return open.containsKey(call);
    }

    /** A call has ended; nobody wants to know any more what gates think of it. */
    void drop(Call call) {
        if (!open.isEmpty()) {
            Inquiry inquiry = open.remove(call);
            if (inquiry != null) {
                gates.drop(inquiry);
            }
        }
    }

    private final class Answer implements Asker {
        private final Call call;
        private final ToolName name;

        private Answer(Call call) {
            this.call = call;
            this.name = call.tool().name();
        }

        @Override
        public void allowed(List<CallContext> contexts) {
            open.remove(call);
            try {
                call.clear(name, contexts);
                outcome.passed(call);
            } catch (RuntimeException | Error bug) {
                kernel.effects().fault("call of '" + call.tool().name() + "' failed after it was allowed", bug);
                outcome.failed(call);
            }
        }

        @Override
        public void denied(HookDecision.Deny denial) {
            open.remove(call);
            outcome.stopped(call, ToolErrorCode.UNAUTHORIZED, sentence(denial));
        }

        @Override
        public void withdrawn(String why) {
            open.remove(call);
            outcome.stopped(call, ToolErrorCode.CANCELLED, why);
        }
    }

    /** Says who it was, unless that has been said. */
    private static String sentence(HookDecision.Deny denial) {
        String by = "Denied by " + denial.by().map(ProviderName::value).orElse("the gateway");
        return denial.reason().startsWith(by) ? denial.reason() : by + ": " + denial.reason();
    }
}
