package io.tapgateway.simulation.invariant.call;

import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.CallRecord;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.Step;

/**
 * I-01: the host of every call is told its end once, never twice, and never not at all. Confined to one
 * simulation.
 */
public final class ExactlyOneOutcome implements Invariant {
    private final Check check = new Check("I-01");

    @Override
    public Check check() {
        return check;
    }

    @Override
    public void onDone(Consequence.HostDone done, ReferenceModel reference) {
        check.reached();
        CallRecord call = reference.calls().of(done.call());
        check.require(call != null, () -> "the host was told the end of call " + done.call() + ", which nobody made");
        check.require(call == null || !call.isDone(), () -> "the host was told twice how " + call + " ended");
    }

    @Override
    public void onQuiet(Step last, ReferenceModel reference, int timers) {
        check.require(
                reference.calls().pending().isEmpty(),
                () -> "the host was never told how they ended: "
                        + reference.calls().pending());
    }
}
