package io.tapgateway.simulation.invariant.gate;

import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.message.GateResult;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.invariant.Judge;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.Chronicle;
import io.tapgateway.simulation.trace.ConnectionRecord;
import io.tapgateway.simulation.trace.Step;

/**
 * I-16: an answer to a question that is not open, was asked of somebody else, or by another gate's name is without effect.
 * Confined to one simulation.
 */
public final class OneAnswer implements Invariant {
    private final Judge judge = new Judge("I-16");
    private boolean stray;

    @Override
    public Judge judge() {
        return judge;
    }

    @Override
    public void onCause(Cause cause, Chronicle chronicle) {
        stray = cause instanceof Cause.Arrived arrived
                && chronicle
                        .considered(cause)
                        .filter(GateResult.class::isInstance)
                        .map(GateResult.class::cast)
                        .filter(result -> isStray(result, chronicle.connection(arrived.connection()), chronicle))
                        .isPresent();
    }

    private static boolean isStray(GateResult result, ConnectionRecord connection, Chronicle chronicle) {
        return chronicle
                .uses()
                .open(result.callId(), connection.id())
                .filter(question -> question.check().gateId().equals(result.gateId()))
                .isEmpty();
    }

    @Override
    public void onStep(Step step, Chronicle chronicle) {
        if (!stray || step.arrival().isEmpty()) {
            return;
        }
        long id = step.arrival().get().connection();
        if (chronicle.isWorn(chronicle.connection(id))) {
            return;
        }
        judge.reached();
        int errors = step.sentTo(id, ErrorMessage.class).size();
        judge.require(
                errors <= 1 && step.consequences().size() == errors,
                () -> "a stray answer was followed by " + step.consequences());
        judge.require(step.before().equals(step.after()), () -> "a stray answer changed the gateway");
    }
}
