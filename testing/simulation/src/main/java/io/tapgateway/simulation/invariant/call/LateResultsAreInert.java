package io.tapgateway.simulation.invariant.call;

import io.tapgateway.protocol.message.ToolResult;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.invariant.Judge;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.Chronicle;
import io.tapgateway.simulation.trace.ConnectionRecord;
import io.tapgateway.simulation.trace.ConnectionRecord.Phase;
import io.tapgateway.simulation.trace.Step;

/** I-06: an answer to a call that is over changes nothing and is not answered. Confined to one simulation. */
public final class LateResultsAreInert implements Invariant {
    private final Judge judge = new Judge("I-06");

    @Override
    public Judge judge() {
        return judge;
    }

    private boolean late;

    @Override
    public void onCause(Cause cause, Chronicle chronicle) {
        late = cause instanceof Cause.Arrived arrived
                && arrived.message(ToolResult.class)
                        .filter(result -> isOver(chronicle.connection(arrived.connection()), result, chronicle))
                        .isPresent();
    }

    private static boolean isOver(ConnectionRecord connection, ToolResult result, Chronicle chronicle) {
        return connection.phase() == Phase.BOUND
                && !connection.isUndecided()
                && connection.remembers(result.id(), chronicle.now(), chronicle.limits());
    }

    @Override
    public void onStep(Step step, Chronicle chronicle) {
        if (late) {
            judge.reached();
            judge.require(step.consequences().isEmpty(), () -> "a late result was followed by " + step.consequences());
            judge.require(step.before().equals(step.after()), () -> "a late result changed the gateway");
        }
    }
}
