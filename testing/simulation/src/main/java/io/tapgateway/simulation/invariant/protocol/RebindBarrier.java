package io.tapgateway.simulation.invariant.protocol;

import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.message.HelloAck;
import io.tapgateway.protocol.message.MessageType;
import io.tapgateway.protocol.message.ToolCancel;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.CallRecord;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.ConnectionRecord;
import io.tapgateway.simulation.trace.ConnectionRecord.Phase;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.Step;
import java.util.List;

/**
 * I-39: once a rebind has begun nothing of the old binding goes out but its cancellations, and its calls have
 * ended before the provider is told how the rebind went. Confined to one simulation.
 */
public final class RebindBarrier implements Invariant {
    private final Check check = new Check("I-39");

    @Override
    public Check check() {
        return check;
    }

    private List<CallRecord> old = List.of();

    @Override
    public void onCause(Cause cause, ReferenceModel reference) {
        old = List.of();
        if (cause instanceof Cause.Arrived arrived
                && arrived.message(Hello.class).isPresent()) {
            ConnectionRecord connection = reference.connection(arrived.connection());
            if (connection.phase() == Phase.BOUND && !connection.isUndecided() && !reference.isMuffled(connection)) {
                old = reference.calls().pending().stream()
                        .filter(call -> call.target().equals(connection.binding()))
                        .toList();
            }
        }
    }

    @Override
    public void onStep(Step step, ReferenceModel reference) {
        if (old.isEmpty()) {
            return;
        }
        long connection = step.arrival().orElseThrow().connection();
        boolean begun =
                step.indexOf(connection, HelloAck.class) < step.consequences().size()
                        || reference.connection(connection).phase() != Phase.BOUND;
        if (!begun || step.closed(connection)) {
            return;
        }
        int answer = Math.min(step.indexOf(connection, HelloAck.class), step.indexOf(connection, ErrorMessage.class));
        for (CallRecord call : old) {
            if (isPassedOn(call, connection)) {
                continue;
            }
            check.reached();
            int end = indexOfEnd(call, step);
            check.require(end < answer, () -> call + " had not ended when the provider was told of its new binding");
            check.require(
                    call.outcome()
                            .filter(it -> it.failedWith(ToolErrorCode.CANCELLED))
                            .isPresent(),
                    () -> call + " ended as " + call.outcome() + " because of a rebind");
        }
        for (int i = 0; i < step.consequences().size(); i++) {
            checkOrder(step.consequences().get(i), connection, i < answer);
        }
    }

    /**
     * What waited may go to another instance instead (D-158). Whether it may be made there, and whether its arguments
     * are what that one takes, is decided after the rebind has begun; so one that ends for either is not of the old
     * binding any more.
     */
    private static boolean isPassedOn(CallRecord call, long connection) {
        return call.isRefused()
                || call.target().filter(it -> it.connection() != connection).isPresent();
    }

    private static int indexOfEnd(CallRecord call, Step step) {
        for (int i = 0; i < step.consequences().size(); i++) {
            if (step.consequences().get(i) instanceof Consequence.HostDone done && done.call() == call.number()) {
                return i;
            }
        }
        return step.consequences().size();
    }

    private void checkOrder(Consequence consequence, long connection, boolean before) {
        if (consequence instanceof Consequence.Sent sent && sent.connection() == connection) {
            boolean cancel = sent.message() instanceof ToolCancel;
            boolean list = sent.message().type() == MessageType.SESSIONS_UPDATED;
            check.require(
                    before ? cancel || list : !cancel,
                    () -> "a rebind sent " + sent + (before ? " before" : " after") + " its answer");
        }
    }
}
