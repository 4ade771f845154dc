package io.tapgateway.simulation.invariant.gate;

import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.BindingRecord;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.Step;
import io.tapgateway.simulation.trace.Use;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * I-15: whoever's binding ends while it is asked has said no, whatever its rules say of silence. Confined to one
 * simulation.
 */
public final class LossDenies implements Invariant {
    private final Check check = new Check("I-15");
    private final Map<Use, List<BindingRecord>> asked = new LinkedHashMap<>();

    @Override
    public Check check() {
        return check;
    }

    @Override
    public void onCause(Cause cause, ReferenceModel reference) {
        asked.clear();
        for (Use use : reference.uses().undecided()) {
            List<BindingRecord> gates = new ArrayList<>();
            use.open().values().forEach(question -> gates.add(question.binding()));
            asked.put(use, gates);
        }
    }

    @Override
    public void onStep(Step step, ReferenceModel reference) {
        for (BindingRecord ended : reference.bindings().endedNow()) {
            asked.forEach((use, gates) -> {
                if (gates.contains(ended)) {
                    check.reached();
                    check.require(
                            use.decision().filter(it -> !it.allowed()).isPresent(),
                            () -> use + " was not denied with the end of " + ended.identity() + ": " + use.decision());
                }
            });
        }
    }
}
