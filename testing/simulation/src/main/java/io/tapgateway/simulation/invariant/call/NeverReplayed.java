package io.tapgateway.simulation.invariant.call;

import io.tapgateway.protocol.message.ToolCall;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.invariant.Judge;
import io.tapgateway.simulation.trace.CallRecord;
import io.tapgateway.simulation.trace.Chronicle;
import io.tapgateway.simulation.trace.Consequence;

/** I-04: no call is sent twice, on whatever connection. Confined to one simulation. */
public final class NeverReplayed implements Invariant {
    private final Judge judge = new Judge("I-04");

    @Override
    public Judge judge() {
        return judge;
    }

    @Override
    public void onDone(Consequence.HostDone done, Chronicle chronicle) {
        CallRecord call = chronicle.calls().of(done.call());
        boolean lost =
                done.outcome() instanceof ToolOutcome.Failure failure && failure.code() == ToolErrorCode.DISCONNECTED;
        if (lost && call != null && call.isSent()) {
            judge.reached();
        }
    }

    @Override
    public void onSent(Consequence.Sent sent, Chronicle chronicle) {
        if (sent.message() instanceof ToolCall message) {
            CallRecord call = chronicle.calls().of(message);
            judge.require(call == null || !call.isSent(), () -> call + " was sent again");
        }
    }
}
