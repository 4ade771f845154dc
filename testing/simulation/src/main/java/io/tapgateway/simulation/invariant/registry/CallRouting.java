package io.tapgateway.simulation.invariant.registry;

import io.tapgateway.protocol.message.ToolCall;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.BindingRecord;
import io.tapgateway.simulation.trace.CallRecord;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.Step;
import java.util.Optional;

/**
 * I-47: a call goes to the instance that its host named, or to the one that was active last; to another only while it
 * waits, if none was named. Confined to one simulation.
 */
public final class CallRouting implements Invariant {
    private final Check check = new Check("I-47");

    @Override
    public Check check() {
        return check;
    }

    @Override
    public void onSent(Consequence.Sent sent, ReferenceModel reference) {
        if (!(sent.message() instanceof ToolCall message)) {
            return;
        }
        CallRecord call = reference.calls().of(message);
        Optional<BindingRecord> receiver =
                reference.connection(sent.connection()).binding();
        if (call == null || receiver.filter(BindingRecord::isInstance).isEmpty()) {
            return;
        }
        check.reached();
        check.require(message.args().get("target").isEmpty(), () -> "the provider got the target of " + call);
        check.require(call.target().isPresent(), () -> call + " was sent, and nobody knows why");
        boolean own = receiver.equals(call.target());
        boolean waited = call.askedAt() < reference.now() || call.cause() != reference.cause();
        check.require(
                own || (waited && call.cause().target().isEmpty()),
                () -> call + " was sent to " + receiver.get().identity() + " instead of "
                        + call.target().get().identity());
    }

    @Override
    public void onStep(Step step, ReferenceModel reference) {
        if (!(step.cause() instanceof Cause.Invoked invoked) || invoked.target().isEmpty()) {
            return;
        }
        CallRecord call = reference.calls().of(invoked.call());
        if (call == null || call.target().isPresent() || call.isMisfit()) {
            return;
        }
        check.require(
                call.outcome().filter(CallRouting::isRefusal).isPresent(),
                () -> call + " for " + invoked.target() + " ended as " + call.outcome());
    }

    /** Nobody of that name is there, or the session is about to end. */
    private static boolean isRefusal(ToolOutcome outcome) {
        return outcome.failedWith(ToolErrorCode.NOT_FOUND) || outcome.failedWith(ToolErrorCode.CANCELLED);
    }
}
