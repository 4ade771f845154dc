package io.tapgateway.simulation.invariant.call;

import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.invariant.Judge;
import io.tapgateway.simulation.trace.Binding;
import io.tapgateway.simulation.trace.CallRecord;
import io.tapgateway.simulation.trace.Chronicle;
import io.tapgateway.simulation.trace.Step;

/**
 * I-10: as long as somebody waits, every slot is held by a call that was sent and neither answered nor cancelled
 * five seconds ago; at the end none is. Confined to one simulation.
 */
public final class SlotConservation implements Invariant {
    private final Judge judge = new Judge("I-10");

    @Override
    public Judge judge() {
        return judge;
    }

    @Override
    public void onStep(Step step, Chronicle chronicle) {
        for (Binding.SlotKey slot : chronicle.calls().contended()) {
            CallRecord first = chronicle.calls().waiting(slot).get(0);
            int running = chronicle.calls().inFlight(slot).size();
            int max = chronicle.bindings().max(slot, first.target().orElseThrow());
            judge.reached();
            judge.require(running >= max, () -> first + " waits although only " + running + " of " + max + " run");
        }
    }

    @Override
    public void onQuiet(Step last, Chronicle chronicle, int timers) {
        chronicle.calls().all().forEach(call -> judge.require(!call.holdsSlot(), () -> call + " still holds a slot"));
    }
}
