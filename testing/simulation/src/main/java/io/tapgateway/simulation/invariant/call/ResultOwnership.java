package io.tapgateway.simulation.invariant.call;

import io.tapgateway.protocol.message.ToolResult;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.invariant.Judge;
import io.tapgateway.simulation.trace.CallRecord;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.Chronicle;
import io.tapgateway.simulation.trace.Step;
import org.jspecify.annotations.Nullable;

/** I-07: only the connection that was sent a call can end it. Confined to one simulation. */
public final class ResultOwnership implements Invariant {
    private final Judge judge = new Judge("I-07");

    @Override
    public Judge judge() {
        return judge;
    }

    private @Nullable CallRecord foreign;

    @Override
    public void onCause(Cause cause, Chronicle chronicle) {
        foreign = null;
        if (cause instanceof Cause.Arrived arrived) {
            arrived.message(ToolResult.class)
                    .map(result -> chronicle.calls().of(result.id()))
                    .filter(call -> !call.isDone())
                    .filter(call -> call.target()
                            .filter(it -> it.connection() == arrived.connection())
                            .isEmpty())
                    .ifPresent(call -> foreign = call);
        }
    }

    @Override
    public void onStep(Step step, Chronicle chronicle) {
        CallRecord call = foreign;
        if (call != null) {
            judge.reached();
            judge.require(!call.isDone(), () -> call + " was ended by a connection that was not sent it");
            judge.require(call.holdsSlot(), () -> call + " lost its slot to a connection that was not sent it");
        }
    }
}
