package io.tapgateway.simulation.invariant.call;

import io.tapgateway.protocol.message.ToolCall;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.invariant.Judge;
import io.tapgateway.simulation.trace.CallRecord;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.Chronicle;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.SessionRecord;
import io.tapgateway.simulation.trace.Step;
import org.jspecify.annotations.Nullable;

/**
 * I-08: no slot holds more calls than its limit, no queue more than ten; who finds both full is turned away at
 * once, and nobody else is. Confined to one simulation.
 */
public final class ConcurrencyLimit implements Invariant {
    private final Judge judge = new Judge("I-08");

    @Override
    public Judge judge() {
        return judge;
    }

    @Override
    public void onStep(Step step, Chronicle chronicle) {
        for (Consequence.Sent sent : step.sent()) {
            if (sent.message() instanceof ToolCall message) {
                checkSent(chronicle.calls().of(message), chronicle);
            }
        }
        if (step.cause() instanceof Cause.Invoked invoked) {
            checkInvoked(invoked, chronicle);
        }
    }

    /** Where several count together, who goes may make room for others in the same step; so it is its end that counts. */
    private void checkSent(@Nullable CallRecord call, Chronicle chronicle) {
        if (call != null
                && call.holdsSlot()
                && call.slot().isPresent()
                && call.target().isPresent()) {
            int running = chronicle.calls().inFlight(call.slot().get()).size();
            // Who comes and allows fewer ends none of those that run.
            int max = chronicle
                    .bindings()
                    .maxBefore(call.slot().get(), call.target().get());
            judge.require(running <= max, () -> call + " was sent although now " + running + " of " + max + " run");
        }
    }

    private void checkInvoked(Cause.Invoked invoked, Chronicle chronicle) {
        CallRecord call = chronicle.calls().of(invoked.call());
        if (call == null || call.slot().isEmpty() || isEnding(call, chronicle)) {
            return;
        }
        int running = chronicle.calls().inFlight(call.slot().get()).size();
        int waiting = chronicle.calls().waiting(call.slot().get()).size();
        int mostWaiting = chronicle.limits().get(Limit.QUEUED_CALLS);
        boolean full = running
                >= chronicle.bindings().max(call.slot().get(), call.target().orElseThrow());
        judge.require(waiting <= mostWaiting, () -> waiting + " calls wait with " + call);
        if (call.isSent() || call.isDenied()) {
            return;
        }
        judge.reached();
        judge.require(full, () -> call + " was not sent although a slot is free");
        judge.require(
                !call.isDone() || waiting == mostWaiting,
                () -> call + " ended as " + call.outcome() + " although only " + waiting + " wait");
        judge.require(
                !call.isDone()
                        || call.outcome()
                                .filter(it -> it instanceof ToolOutcome.Failure failure
                                        && failure.code() == ToolErrorCode.RATE_LIMITED)
                                .isPresent(),
                () -> call + " ended as " + call.outcome());
    }

    private static boolean isEnding(CallRecord call, Chronicle chronicle) {
        return chronicle
                .session(call.cause().session())
                .map(SessionRecord::isEnding)
                .orElse(true);
    }
}
