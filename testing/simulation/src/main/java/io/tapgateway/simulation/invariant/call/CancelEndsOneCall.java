package io.tapgateway.simulation.invariant.call;

import io.tapgateway.protocol.message.ToolCall;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.CallRecord;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.Step;
import java.util.Optional;

/** I-61: a host that cancels a call of its session ends that one, at once, and no other. Confined to one simulation. */
public final class CancelEndsOneCall implements Invariant {
    private final Check check = new Check("I-61");

    @Override
    public Check check() {
        return check;
    }

    private Optional<CallRecord> cancelled = Optional.empty();

    @Override
    public void onCause(Cause cause, ReferenceModel reference) {
        cancelled = cause instanceof Cause.CallCancelled cancel
                ? reference.calls().pending().stream()
                        .filter(call -> call.number() == cancel.call())
                        .filter(call -> call.cause().session().equals(cancel.session()))
                        .findFirst()
                : Optional.empty();
    }

    @Override
    public void onSent(Consequence.Sent sent, ReferenceModel reference) {
        if (sent.message() instanceof ToolCall message) {
            check.require(
                    cancelled.isEmpty()
                            || !cancelled.get().equals(reference.calls().of(message)),
                    () -> "sent because it was cancelled: " + sent);
        }
    }

    @Override
    public void onStep(Step step, ReferenceModel reference) {
        if (!(step.cause() instanceof Cause.CallCancelled)) {
            return;
        }
        cancelled.ifPresent(call -> {
            check.reached();
            check.require(
                    call.outcome().filter(CancelEndsOneCall::isCancelled).isPresent(),
                    () -> call + " was cancelled by its host and goes on: " + call.outcome());
        });
        for (Consequence.HostDone done : step.done()) {
            boolean own = cancelled.filter(call -> call.number() == done.call()).isPresent();
            check.require(own || !isCancelled(done.outcome()), () -> "another call was cancelled as well: " + done);
        }
    }

    private static boolean isCancelled(ToolOutcome outcome) {
        return outcome.failedWith(ToolErrorCode.CANCELLED);
    }
}
