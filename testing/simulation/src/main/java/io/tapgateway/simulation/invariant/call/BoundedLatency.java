package io.tapgateway.simulation.invariant.call;

import io.tapgateway.protocol.model.Limit;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.invariant.Judge;
import io.tapgateway.simulation.trace.CallRecord;
import io.tapgateway.simulation.trace.Chronicle;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.Step;

/**
 * I-02: no call waits longer than the queue's limit, and none runs longer than its tool's timeout. Confined to one
 * simulation.
 */
public final class BoundedLatency implements Invariant {
    private final Judge judge = new Judge("I-02");

    @Override
    public Judge judge() {
        return judge;
    }

    @Override
    public void onDone(Consequence.HostDone done, Chronicle chronicle) {
        CallRecord call = chronicle.calls().of(done.call());
        if (call != null && chronicle.now() > call.askedAt()) {
            judge.reached();
            check(call, chronicle);
        }
    }

    @Override
    public void onStep(Step step, Chronicle chronicle) {
        chronicle.calls().pending().forEach(call -> check(call, chronicle));
    }

    private void check(CallRecord call, Chronicle chronicle) {
        long queueWait = chronicle.limits().nanos(Limit.QUEUE_WAIT);
        long waited = (call.isSent() ? call.sentAt() : chronicle.now()) - call.askedAt();
        judge.require(waited <= queueWait, () -> call + " has waited for " + waited + " ns");
        if (call.isSent()) {
            long ran = chronicle.now() - call.sentAt();
            judge.require(
                    ran <= call.timeout(), () -> call + " has run for " + ran + " ns instead of " + call.timeout());
        }
    }
}
