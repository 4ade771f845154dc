package io.tapgateway.simulation.invariant.call;

import io.tapgateway.protocol.message.ToolCall;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.CallRecord;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.ReferenceModel;

/** I-04: no call is sent twice, on whatever connection. Confined to one simulation. */
public final class NeverReplayed implements Invariant {
    private final Check check = new Check("I-04");

    @Override
    public Check check() {
        return check;
    }

    @Override
    public void onDone(Consequence.HostDone done, ReferenceModel reference) {
        CallRecord call = reference.calls().of(done.call());
        boolean lost = done.outcome().failedWith(ToolErrorCode.DISCONNECTED);
        if (lost && call != null && call.isSent()) {
            check.reached();
        }
    }

    @Override
    public void onSent(Consequence.Sent sent, ReferenceModel reference) {
        if (sent.message() instanceof ToolCall message) {
            CallRecord call = reference.calls().of(message);
            check.require(call == null || !call.isSent(), () -> call + " was sent again");
        }
    }
}
