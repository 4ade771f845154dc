package io.tapgateway.simulation.invariant.call;

import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.invariant.Judge;
import io.tapgateway.simulation.trace.CallRecord;
import io.tapgateway.simulation.trace.Chronicle;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.Step;

/**
 * I-01: the host of every call is told its end once, never twice, and never not at all. Confined to one
 * simulation.
 */
public final class ExactlyOneOutcome implements Invariant {
    private final Judge judge = new Judge("I-01");

    @Override
    public Judge judge() {
        return judge;
    }

    @Override
    public void onDone(Consequence.HostDone done, Chronicle chronicle) {
        judge.reached();
        CallRecord call = chronicle.calls().of(done.call());
        judge.require(call != null, () -> "the host was told the end of call " + done.call() + ", which nobody made");
        judge.require(call == null || !call.isDone(), () -> "the host was told twice how " + call + " ended");
    }

    @Override
    public void onQuiet(Step last, Chronicle chronicle, int timers) {
        judge.require(
                chronicle.calls().pending().isEmpty(),
                () -> "the host was never told how they ended: "
                        + chronicle.calls().pending());
    }
}
