package io.tapgateway.simulation.invariant.call;

import io.tapgateway.protocol.message.ToolCall;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.CallRecord;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.SessionRecord;
import io.tapgateway.simulation.trace.Step;
import org.jspecify.annotations.Nullable;

/**
 * I-08: no slot holds more calls than its limit, no queue more than ten; who finds both full is turned away at
 * once, and nobody else is. Confined to one simulation.
 */
public final class ConcurrencyLimit implements Invariant {
    private final Check check = new Check("I-08");

    @Override
    public Check check() {
        return check;
    }

    @Override
    public void onStep(Step step, ReferenceModel reference) {
        for (Consequence.Sent sent : step.sent()) {
            if (sent.message() instanceof ToolCall message) {
                checkSent(reference.calls().of(message), reference);
            }
        }
        if (step.cause() instanceof Cause.Invoked invoked) {
            checkInvoked(invoked, reference);
        }
    }

    /**
     * Where several count together, who goes may make room for others in the same step; so it is its end that counts.
     */
    private void checkSent(@Nullable CallRecord call, ReferenceModel reference) {
        if (call != null
                && call.holdsSlot()
                && call.slot().isPresent()
                && call.target().isPresent()) {
            int running = reference.calls().inFlight(call.slot().get()).size();
            // Who comes and allows fewer ends none of those that run.
            int max = reference
                    .bindings()
                    .maxBefore(call.slot().get(), call.target().get());
            check.require(running <= max, () -> call + " was sent although now " + running + " of " + max + " run");
        }
    }

    private void checkInvoked(Cause.Invoked invoked, ReferenceModel reference) {
        CallRecord call = reference.calls().of(invoked.call());
        if (call == null || call.slot().isEmpty() || isEnding(call, reference)) {
            return;
        }
        int running = reference.calls().inFlight(call.slot().get()).size();
        int waiting = reference.calls().waiting(call.slot().get()).size();
        int mostWaiting = reference.limits().get(Limit.QUEUED_CALLS);
        boolean full = running
                >= reference.bindings().max(call.slot().get(), call.target().orElseThrow());
        check.require(waiting <= mostWaiting, () -> waiting + " calls wait with " + call);
        if (call.isSent() || call.isRefused()) {
            return;
        }
        check.reached();
        check.require(full, () -> call + " was not sent although a slot is free");
        check.require(
                !call.isDone() || waiting == mostWaiting,
                () -> call + " ended as " + call.outcome() + " although only " + waiting + " wait");
        check.require(
                !call.isDone()
                        || call.outcome()
                                .filter(it -> it.failedWith(ToolErrorCode.RATE_LIMITED))
                                .isPresent(),
                () -> call + " ended as " + call.outcome());
    }

    private static boolean isEnding(CallRecord call, ReferenceModel reference) {
        return reference
                .session(call.cause().session())
                .map(SessionRecord::isEnding)
                .orElse(true);
    }
}
