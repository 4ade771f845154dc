package io.tapgateway.simulation.invariant.call;

import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.runtime.core.kernel.HostNotice;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.CallRecord;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.Step;

/**
 * I-11: when a connection ends, every call that was sent on it or waited for it ends in the same step. One that waited
 * and was refused by another instance was not its call any more. Confined to one simulation.
 */
public final class DisconnectEndsCalls implements Invariant {
    private final Check check = new Check("I-11");

    @Override
    public Check check() {
        return check;
    }

    @Override
    public void onStep(Step step, ReferenceModel reference) {
        if (step.cause() instanceof Cause.Hungup hungup) {
            check(hungup.connection(), step, reference);
        }
        step.only(Consequence.Closed.class).forEach(closed -> check(closed.connection(), step, reference));
    }

    private void check(long connection, Step step, ReferenceModel reference) {
        for (CallRecord call : reference.calls().pending()) {
            check.require(!isOn(call, connection), () -> call + " survived connection " + connection);
        }
        for (Consequence.HostDone done : step.done()) {
            CallRecord call = reference.calls().of(done.call());
            if (call != null && isOn(call, connection) && !call.isRefused()) {
                check.reached();
                boolean disconnected = done.outcome().failedWith(ToolErrorCode.DISCONNECTED);
                check.require(
                        disconnected || hasEnded(call.cause().session(), step),
                        () -> call + " ended as " + done.outcome());
            }
        }
    }

    private static boolean hasEnded(SessionId session, Step step) {
        return step.only(Consequence.Noticed.class).stream()
                .anyMatch(it -> it.session().equals(session) && it.notice() instanceof HostNotice.Ended);
    }

    private static boolean isOn(CallRecord call, long connection) {
        return call.target().filter(it -> it.connection() == connection).isPresent();
    }
}
