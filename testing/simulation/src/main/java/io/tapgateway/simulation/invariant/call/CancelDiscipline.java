package io.tapgateway.simulation.invariant.call;

import io.tapgateway.protocol.message.ToolCancel;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.CallRecord;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.Step;
import java.util.List;
import java.util.Optional;

/**
 * I-05: a provider is told to stop once, on the connection that was sent the call, and only because of a timeout,
 * an interrupt, a rebind, the session's end or its host; and then it is told. Confined to one simulation.
 */
public final class CancelDiscipline implements Invariant {
    private final Check check = new Check("I-05");

    @Override
    public Check check() {
        return check;
    }

    @Override
    public void onSent(Consequence.Sent sent, ReferenceModel reference) {
        if (sent.message() instanceof ToolCancel cancel) {
            check.reached();
            CallRecord call = reference.calls().of(cancel.id());
            check.require(call != null, () -> "no call went by the id of " + cancel);
            if (call != null) {
                check(call, cancel, sent.connection(), reference.now());
            }
        }
    }

    private void check(CallRecord call, ToolCancel cancel, long connection, long now) {
        boolean own = call.target().filter(it -> it.connection() == connection).isPresent();
        check.require(own, () -> call + " was cancelled on connection " + connection + ", which was not sent it");
        check.require(call.cancels() == 0, () -> call + " was cancelled twice");
        check.require(call.isDone() && call.doneAt() == now, () -> call + " was cancelled without ending");
        ToolErrorCode expected = cancel.reason().equals(Optional.of(ToolCancel.Reason.TIMEOUT))
                ? ToolErrorCode.TIMEOUT
                : ToolErrorCode.CANCELLED;
        boolean fits = call.outcome().filter(it -> it.failedWith(expected)).isPresent();
        check.require(fits, () -> call + " ended as " + call.outcome() + " but was cancelled for " + cancel.reason());
    }

    @Override
    public void onStep(Step step, ReferenceModel reference) {
        boolean byGateway = step.cause() instanceof Cause.Interrupted
                || step.cause() instanceof Cause.CallCancelled
                || step.cause() instanceof Cause.Ticked;
        for (Consequence.HostDone done : byGateway ? step.done() : List.<Consequence.HostDone>of()) {
            CallRecord call = reference.calls().of(done.call());
            boolean stopped = done.outcome().failedWith(ToolErrorCode.TIMEOUT)
                    || done.outcome().failedWith(ToolErrorCode.CANCELLED);
            check.require(
                    call == null || !stopped || !call.isSent() || call.cancels() == 1,
                    () -> "the provider was not told to stop " + call);
        }
    }
}
