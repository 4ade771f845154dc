package io.tapgateway.simulation.invariant.call;

import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.BindingRecord;
import io.tapgateway.simulation.trace.CallRecord;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.Step;

/**
 * I-10: as long as somebody waits, every slot is held by a call that was sent and neither answered nor cancelled
 * five seconds ago; at the end none is. Confined to one simulation.
 */
public final class SlotConservation implements Invariant {
    private final Check check = new Check("I-10");

    @Override
    public Check check() {
        return check;
    }

    @Override
    public void onStep(Step step, ReferenceModel reference) {
        for (BindingRecord.SlotKey slot : reference.calls().contended()) {
            CallRecord first = reference.calls().waiting(slot).get(0);
            int running = reference.calls().inFlight(slot).size();
            int max = reference.bindings().max(slot, first.target().orElseThrow());
            check.reached();
            check.require(running >= max, () -> first + " waits although only " + running + " of " + max + " run");
        }
    }

    @Override
    public void onQuiet(Step last, ReferenceModel reference, int timers) {
        reference.calls().all().forEach(call -> check.require(!call.holdsSlot(), () -> call + " still holds a slot"));
    }
}
