package io.tapgateway.simulation.invariant.protocol;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.message.MessageType;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.invariant.Judge;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.Chronicle;
import io.tapgateway.simulation.trace.ConnectionRecord;
import io.tapgateway.simulation.trace.ConnectionRecord.Phase;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.Step;

/** I-43: every message is answered with one error at most, and an error with none. Confined to one simulation. */
public final class OneReply implements Invariant {
    private final Judge judge = new Judge("I-43");

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
        for (Consequence.Sent sent : step.sent()) {
            if (sent.message() instanceof ErrorMessage) {
                judge.reached();
                ConnectionRecord connection = chronicle.connection(sent.connection());
                // One more than arrived: who is shown out unasked is told why.
                int most = connection.arrived() + (connection.phase() == Phase.OVER ? 1 : 0);
                judge.require(
                        connection.errors() <= most,
                        () -> connection.errors() + " errors for " + connection.arrived() + " messages");
            }
        }
        step.arrival().filter(it -> !undecided).ifPresent(arrived -> {
            int errors = step.sentTo(arrived.connection(), ErrorMessage.class).size();
            judge.require(errors <= 1, () -> "one message was answered with " + errors + " errors");
            boolean isError = arrived.frame() instanceof Decoded.Unknown<ProviderMessage> unknown
                    && unknown.type().equals(MessageType.ERROR.wireName());
            judge.require(!isError || errors == 0, () -> "an error was answered with an error");
        });
    }
}
