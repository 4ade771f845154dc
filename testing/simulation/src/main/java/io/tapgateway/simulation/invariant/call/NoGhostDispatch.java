package io.tapgateway.simulation.invariant.call;

import io.tapgateway.protocol.message.ToolCall;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.CallRecord;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.ReferenceModel;

/** I-03: a call that has ended, or was never accepted, is not sent. Confined to one simulation. */
public final class NoGhostDispatch implements Invariant {
    private final Check check = new Check("I-03");

    @Override
    public Check check() {
        return check;
    }

    @Override
    public void onDone(Consequence.HostDone done, ReferenceModel reference) {
        CallRecord call = reference.calls().of(done.call());
        if (call != null && !call.isSent()) {
            check.reached();
        }
    }

    @Override
    public void onSent(Consequence.Sent sent, ReferenceModel reference) {
        if (sent.message() instanceof ToolCall message) {
            CallRecord call = reference.calls().of(message);
            check.require(call != null, () -> "nobody made the call " + message);
            check.require(call == null || !call.isDone(), () -> call + " was sent after its end");
        }
    }
}
