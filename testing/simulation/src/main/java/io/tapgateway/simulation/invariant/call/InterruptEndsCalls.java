package io.tapgateway.simulation.invariant.call;

import io.tapgateway.protocol.message.ToolCall;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.CallRecord;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.Step;
import java.util.List;

/** I-12: an interrupt ends every call of its session, at once. Confined to one simulation. */
public final class InterruptEndsCalls implements Invariant {
    private final Check check = new Check("I-12");

    @Override
    public Check check() {
        return check;
    }

    private List<CallRecord> interrupted = List.of();

    @Override
    public void onCause(Cause cause, ReferenceModel reference) {
        interrupted = cause instanceof Cause.Interrupted interrupt
                ? reference.calls().pending().stream()
                        .filter(call -> call.cause().session().equals(interrupt.session()))
                        .toList()
                : List.of();
    }

    @Override
    public void onSent(Consequence.Sent sent, ReferenceModel reference) {
        if (sent.message() instanceof ToolCall message) {
            check.require(
                    !interrupted.contains(reference.calls().of(message)),
                    () -> "sent because of an interrupt: " + sent);
        }
    }

    @Override
    public void onStep(Step step, ReferenceModel reference) {
        for (CallRecord call : interrupted) {
            check.reached();
            check.require(
                    call.outcome()
                            .filter(it -> it.failedWith(ToolErrorCode.CANCELLED))
                            .isPresent(),
                    () -> call + " survived an interrupt: " + call.outcome());
        }
    }
}
