package io.tapgateway.simulation.invariant.call;

import io.tapgateway.protocol.message.ToolCall;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.invariant.Judge;
import io.tapgateway.simulation.trace.CallRecord;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.Chronicle;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.Step;
import java.util.List;

/** I-12: an interrupt ends every call of its session, at once. Confined to one simulation. */
public final class InterruptEndsCalls implements Invariant {
    private final Judge judge = new Judge("I-12");

    @Override
    public Judge judge() {
        return judge;
    }

    private List<CallRecord> interrupted = List.of();

    @Override
    public void onCause(Cause cause, Chronicle chronicle) {
        interrupted = cause instanceof Cause.Interrupted interrupt
                ? chronicle.calls().pending().stream()
                        .filter(call -> call.cause().session().equals(interrupt.session()))
                        .toList()
                : List.of();
    }

    @Override
    public void onSent(Consequence.Sent sent, Chronicle chronicle) {
        if (sent.message() instanceof ToolCall message) {
            judge.require(
                    !interrupted.contains(chronicle.calls().of(message)),
                    () -> "sent because of an interrupt: " + sent);
        }
    }

    @Override
    public void onStep(Step step, Chronicle chronicle) {
        for (CallRecord call : interrupted) {
            judge.reached();
            judge.require(
                    call.outcome()
                            .filter(it -> it instanceof ToolOutcome.Failure failure
                                    && failure.code() == ToolErrorCode.CANCELLED)
                            .isPresent(),
                    () -> call + " survived an interrupt: " + call.outcome());
        }
    }
}
