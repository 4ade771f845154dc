package io.tapgateway.simulation.invariant.protocol;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.invariant.Judge;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.Chronicle;
import io.tapgateway.simulation.trace.ConnectionRecord;
import io.tapgateway.simulation.trace.Step;
import java.util.List;
import java.util.Optional;

/**
 * I-41: a message of a type that nobody knows is answered once at most, and changes nothing. Confined to one
 * simulation.
 */
public final class UnknownIsHarmless implements Invariant {
    private final Judge judge = new Judge("I-41");

    @Override
    public Judge judge() {
        return judge;
    }

    private boolean undecided;

    @Override
    public void onCause(Cause cause, Chronicle chronicle) {
        undecided = cause instanceof Cause.Arrived arrived
                && chronicle.connection(arrived.connection()).isUndecided();
    }

    @Override
    public void onStep(Step step, Chronicle chronicle) {
        Optional<Cause.Arrived> unknown = step.arrival().filter(it -> it.frame() instanceof Decoded.Unknown);
        if (unknown.isEmpty() || undecided) {
            return;
        }
        judge.reached();
        long id = unknown.get().connection();
        ConnectionRecord connection = chronicle.connection(id);
        if (chronicle.isWorn(connection)) {
            return;
        }
        judge.require(step.before().equals(step.after()), () -> "an unknown message changed the gateway");
        List<ErrorMessage> errors = step.sentTo(id, ErrorMessage.class);
        judge.require(
                errors.size() <= 1 && step.consequences().size() == errors.size(),
                () -> "an unknown message was followed by " + step.consequences());
    }
}
