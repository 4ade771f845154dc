package io.tapgateway.simulation.invariant.protocol;

import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.message.MessageType;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.ConnectionRecord;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.Step;
import java.util.Set;

/**
 * I-34: a message that is not legal in the state of its connection changes nothing and is answered with one error
 * at most. Confined to one simulation.
 */
public final class MessageLegality implements Invariant {
    private final Check check = new Check("I-34");

    @Override
    public Check check() {
        return check;
    }

    private enum Verdict {
        LEGAL,
        IGNORED,
        REFUSED,
        FATAL
    }

    private static final Set<MessageType> LATE = Set.of(
            MessageType.TOOL_RESULT,
            MessageType.TOOL_PROGRESS,
            MessageType.GATE_RESULT,
            MessageType.TRANSFORM_RESULT,
            MessageType.SHUTDOWN_READY);

    private Verdict verdict = Verdict.LEGAL;

    @Override
    public void onCause(Cause cause, ReferenceModel reference) {
        verdict = cause instanceof Cause.Arrived arrived && arrived.message().isPresent()
                ? verdict(
                        reference.connection(arrived.connection()),
                        arrived.message().get().type())
                : Verdict.LEGAL;
    }

    private static Verdict verdict(ConnectionRecord connection, MessageType type) {
        if (connection.isUndecided()) {
            return Verdict.LEGAL;
        }
        return switch (connection.phase()) {
            case AWAIT_AUTH -> type == MessageType.AUTH ? Verdict.LEGAL : Verdict.FATAL;
            case IN_QUESTION -> Verdict.FATAL;
            case AWAIT_PAIRING -> type == MessageType.AUTH_CONFIRM ? Verdict.LEGAL : Verdict.FATAL;
            case REJECTED, OVER -> Verdict.IGNORED;
            case AWAIT_HELLO, UNBOUND -> {
                boolean legal = type == MessageType.HELLO || type == MessageType.GOODBYE;
                yield legal ? Verdict.LEGAL : LATE.contains(type) ? Verdict.IGNORED : Verdict.REFUSED;
            }
            case BOUND ->
                type == MessageType.AUTH || type == MessageType.AUTH_CONFIRM ? Verdict.REFUSED : Verdict.LEGAL;
        };
    }

    @Override
    public void onStep(Step step, ReferenceModel reference) {
        if (verdict == Verdict.LEGAL) {
            return;
        }
        check.reached();
        long connection = step.arrival().orElseThrow().connection();
        check.require(
                step.before().equals(step.after()) || step.closed(connection),
                () -> "a message that is not legal changed the gateway");
        check.require(
                verdict != Verdict.IGNORED || step.consequences().isEmpty(),
                () -> "a message that is to be ignored was followed by " + step.consequences());
        int errors = step.sentTo(connection, ErrorMessage.class).size();
        check.require(
                errors <= 1 && step.sent().size() == errors,
                () -> "a message that is not legal was answered with " + step.sent());
        boolean worn = reference.connection(connection).recentViolations(step.at())
                > reference.limits().get(Limit.VIOLATIONS_PER_MINUTE);
        check.require(
                verdict != Verdict.REFUSED || worn || !step.closed(connection),
                () -> "a message that is not legal ended the connection");
        check.require(
                verdict != Verdict.FATAL || step.closed(connection),
                () -> "a message before authentication did not end the connection");
    }
}
