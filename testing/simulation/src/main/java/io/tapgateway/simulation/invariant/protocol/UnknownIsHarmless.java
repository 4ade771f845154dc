package io.tapgateway.simulation.invariant.protocol;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.ConnectionRecord;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.Step;
import java.util.List;
import java.util.Optional;

/**
 * I-41: a message of a type that nobody knows is answered once at most, and changes nothing. Confined to one
 * simulation.
 */
public final class UnknownIsHarmless implements Invariant {
    private final Check check = new Check("I-41");

    @Override
    public Check check() {
        return check;
    }

    private boolean undecided;

    @Override
    public void onCause(Cause cause, ReferenceModel reference) {
        undecided = cause instanceof Cause.Arrived arrived
                && reference.connection(arrived.connection()).isUndecided();
    }

    @Override
    public void onStep(Step step, ReferenceModel reference) {
        Optional<Cause.Arrived> unknown = step.arrival().filter(it -> it.frame() instanceof Decoded.Unknown);
        if (unknown.isEmpty() || undecided) {
            return;
        }
        check.reached();
        long id = unknown.get().connection();
        ConnectionRecord connection = reference.connection(id);
        if (reference.isWorn(connection)) {
            return;
        }
        check.require(step.before().equals(step.after()), () -> "an unknown message changed the gateway");
        List<ErrorMessage> errors = step.sentTo(id, ErrorMessage.class);
        check.require(
                errors.size() <= 1 && step.consequences().size() == errors.size(),
                () -> "an unknown message was followed by " + step.consequences());
    }
}
