package io.tapgateway.simulation.invariant.registry;

import io.tapgateway.protocol.message.ToolCall;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.CallRecord;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.ConnectionRecord;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.Step;

/**
 * I-46: a call goes only to a provider that is bound to its session and has the tool, and where its host wants that,
 * only with arguments that the tool takes. Confined to one simulation.
 */
public final class DispatchValidity implements Invariant {
    private static final String MISFITS = "arguments that do not fit";

    private final Check check = new Check("I-46");

    public DispatchValidity() {
        check.expect(MISFITS);
    }

    @Override
    public Check check() {
        return check;
    }

    @Override
    public void onSent(Consequence.Sent sent, ReferenceModel reference) {
        if (sent.message() instanceof ToolCall call) {
            check.reached();
            ConnectionRecord connection = reference.connection(sent.connection());
            boolean has = connection
                    .binding()
                    .flatMap(it -> it.tool(call.sessionId(), call.tool().value()))
                    .isPresent();
            check.require(has, () -> "sent to a provider that has no such tool there: " + sent);
            CallRecord known = reference.calls().of(call);
            check.require(known == null || !known.isMisfit(), () -> "the tool does not take these arguments: " + sent);
        }
    }

    @Override
    public void onStep(Step step, ReferenceModel reference) {
        if (step.cause() instanceof Cause.Invoked invoked) {
            CallRecord call = reference.calls().of(invoked.call());
            if (call != null && call.isMisfit()) {
                check.reached(MISFITS);
                check.require(
                        call.outcome().filter(DispatchValidity::isRefusal).isPresent(),
                        () -> call + " has arguments that the tool does not take, and ended as " + call.outcome());
            }
        }
    }

    /** It is said what was wrong, unless something else was in the way before that. */
    private static boolean isRefusal(ToolOutcome outcome) {
        return outcome.failedWith(ToolErrorCode.INVALID_ARGUMENTS)
                || outcome.failedWith(ToolErrorCode.UNAUTHORIZED)
                || outcome.failedWith(ToolErrorCode.CANCELLED);
    }
}
