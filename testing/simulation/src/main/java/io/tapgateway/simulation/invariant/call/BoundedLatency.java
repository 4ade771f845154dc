package io.tapgateway.simulation.invariant.call;

import io.tapgateway.protocol.model.Limit;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.CallRecord;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.Step;

/**
 * I-02: no call waits longer than the queue's limit, and none runs longer than its tool's timeout. Confined to one
 * simulation.
 */
public final class BoundedLatency implements Invariant {
    private final Check check = new Check("I-02");

    @Override
    public Check check() {
        return check;
    }

    @Override
    public void onDone(Consequence.HostDone done, ReferenceModel reference) {
        CallRecord call = reference.calls().of(done.call());
        if (call != null && reference.now() > call.askedAt()) {
            check.reached();
            check(call, reference);
        }
    }

    @Override
    public void onStep(Step step, ReferenceModel reference) {
        reference.calls().pending().forEach(call -> check(call, reference));
    }

    private void check(CallRecord call, ReferenceModel reference) {
        long queueWait = reference.limits().nanos(Limit.QUEUE_WAIT);
        long waited = (call.isSent() ? call.sentAt() : reference.now()) - call.askedAt();
        check.require(waited <= queueWait, () -> call + " has waited for " + waited + " ns");
        if (call.isSent()) {
            long ran = reference.now() - call.sentAt();
            check.require(
                    ran <= call.timeout(), () -> call + " has run for " + ran + " ns instead of " + call.timeout());
        }
    }
}
