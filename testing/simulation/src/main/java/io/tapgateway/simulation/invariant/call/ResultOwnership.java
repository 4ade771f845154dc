package io.tapgateway.simulation.invariant.call;

import io.tapgateway.protocol.message.ToolResult;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.CallRecord;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.Step;
import org.jspecify.annotations.Nullable;

/** I-07: only the connection that was sent a call can end it. Confined to one simulation. */
public final class ResultOwnership implements Invariant {
    private final Check check = new Check("I-07");

    @Override
    public Check check() {
        return check;
    }

    private @Nullable CallRecord foreign;

    @Override
    public void onCause(Cause cause, ReferenceModel reference) {
        foreign = null;
        if (cause instanceof Cause.Arrived arrived) {
            arrived.message(ToolResult.class)
                    .map(result -> reference.calls().of(result.id()))
                    .filter(call -> !call.isDone())
                    .filter(call -> call.target()
                            .filter(it -> it.connection() == arrived.connection())
                            .isEmpty())
                    .ifPresent(call -> foreign = call);
        }
    }

    @Override
    public void onStep(Step step, ReferenceModel reference) {
        CallRecord call = foreign;
        if (call != null) {
            check.reached();
            check.require(!call.isDone(), () -> call + " was ended by a connection that was not sent it");
            check.require(call.holdsSlot(), () -> call + " lost its slot to a connection that was not sent it");
        }
    }
}
