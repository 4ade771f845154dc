package io.tapgateway.simulation.invariant.protocol;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.message.MessageType;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.ConnectionRecord;
import io.tapgateway.simulation.trace.ConnectionRecord.Phase;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.Step;

/** I-43: every message is answered with one error at most, and an error with none. Confined to one simulation. */
public final class OneReply implements Invariant {
    private final Check check = new Check("I-43");

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
        for (Consequence.Sent sent : step.sent()) {
            if (sent.message() instanceof ErrorMessage) {
                check.reached();
                ConnectionRecord connection = reference.connection(sent.connection());
                // One more than arrived: who is shown out unasked is told why.
                int most = connection.arrived() + (connection.phase() == Phase.OVER ? 1 : 0);
                check.require(
                        connection.errors() <= most,
                        () -> connection.errors() + " errors for " + connection.arrived() + " messages");
            }
        }
        step.arrival().filter(it -> !undecided).ifPresent(arrived -> {
            int errors = step.sentTo(arrived.connection(), ErrorMessage.class).size();
            check.require(errors <= 1, () -> "one message was answered with " + errors + " errors");
            boolean isError = arrived.frame() instanceof Decoded.Unknown<ProviderMessage> unknown
                    && unknown.type().equals(MessageType.ERROR.wireName());
            check.require(!isError || errors == 0, () -> "an error was answered with an error");
        });
    }
}
