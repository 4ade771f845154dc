package io.tapgateway.simulation.invariant.call;

import io.tapgateway.protocol.message.ToolResult;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.ConnectionRecord;
import io.tapgateway.simulation.trace.ConnectionRecord.Phase;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.Step;

/** I-06: an answer to a call that is over changes nothing and is not answered. Confined to one simulation. */
public final class LateResultsAreInert implements Invariant {
    private final Check check = new Check("I-06");

    @Override
    public Check check() {
        return check;
    }

    private boolean late;

    @Override
    public void onCause(Cause cause, ReferenceModel reference) {
        late = cause instanceof Cause.Arrived arrived
                && arrived.message(ToolResult.class)
                        .filter(result -> isOver(reference.connection(arrived.connection()), result, reference))
                        .isPresent();
    }

    private static boolean isOver(ConnectionRecord connection, ToolResult result, ReferenceModel reference) {
        return connection.phase() == Phase.BOUND
                && !connection.isUndecided()
                && connection.remembers(result.id(), reference.now(), reference.limits());
    }

    @Override
    public void onStep(Step step, ReferenceModel reference) {
        if (late) {
            check.reached();
            check.require(step.consequences().isEmpty(), () -> "a late result was followed by " + step.consequences());
            check.require(step.before().equals(step.after()), () -> "a late result changed the gateway");
        }
    }
}
