package io.tapgateway.simulation.invariant.gate;

import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.message.GateResult;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.ConnectionRecord;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.Step;

/**
 * I-16: an answer to a question that is not open, was asked of somebody else, or by another gate's name is without
 * effect. Confined to one simulation.
 */
public final class OneAnswer implements Invariant {
    private final Check check = new Check("I-16");
    private boolean stray;

    @Override
    public Check check() {
        return check;
    }

    @Override
    public void onCause(Cause cause, ReferenceModel reference) {
        stray = cause instanceof Cause.Arrived arrived
                && reference
                        .considered(cause)
                        .filter(GateResult.class::isInstance)
                        .map(GateResult.class::cast)
                        .filter(result -> isStray(result, reference.connection(arrived.connection()), reference))
                        .isPresent();
    }

    private static boolean isStray(GateResult result, ConnectionRecord connection, ReferenceModel reference) {
        return reference
                .uses()
                .open(result.callId(), connection.id())
                .filter(question -> question.check().gateId().equals(result.gateId()))
                .isEmpty();
    }

    @Override
    public void onStep(Step step, ReferenceModel reference) {
        if (!stray || step.arrival().isEmpty()) {
            return;
        }
        long id = step.arrival().get().connection();
        if (reference.isWorn(reference.connection(id))) {
            return;
        }
        check.reached();
        int errors = step.sentTo(id, ErrorMessage.class).size();
        check.require(
                errors <= 1 && step.consequences().size() == errors,
                () -> "a stray answer was followed by " + step.consequences());
        check.require(step.before().equals(step.after()), () -> "a stray answer changed the gateway");
    }
}
