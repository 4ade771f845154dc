package io.tapgateway.simulation.invariant.call;

import io.tapgateway.protocol.message.ToolCall;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.invariant.Judge;
import io.tapgateway.simulation.trace.CallRecord;
import io.tapgateway.simulation.trace.Chronicle;
import io.tapgateway.simulation.trace.Consequence;

/** I-03: a call that has ended, or was never accepted, is not sent. Confined to one simulation. */
public final class NoGhostDispatch implements Invariant {
    private final Judge judge = new Judge("I-03");

    @Override
    public Judge judge() {
        return judge;
    }

    @Override
    public void onDone(Consequence.HostDone done, Chronicle chronicle) {
        CallRecord call = chronicle.calls().of(done.call());
        if (call != null && !call.isSent()) {
            judge.reached();
        }
    }

    @Override
    public void onSent(Consequence.Sent sent, Chronicle chronicle) {
        if (sent.message() instanceof ToolCall message) {
            CallRecord call = chronicle.calls().of(message);
            judge.require(call != null, () -> "nobody made the call " + message);
            judge.require(call == null || !call.isDone(), () -> call + " was sent after its end");
        }
    }
}
