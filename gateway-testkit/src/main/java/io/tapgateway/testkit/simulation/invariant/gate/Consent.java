package io.tapgateway.testkit.simulation.invariant.gate;

import io.tapgateway.testkit.simulation.invariant.Invariant;
import io.tapgateway.testkit.simulation.invariant.Judge;
import io.tapgateway.testkit.simulation.trace.Chronicle;
import io.tapgateway.testkit.simulation.trace.Consequence;
import io.tapgateway.testkit.simulation.trace.Use;

/**
 * I-13: a tool may be used only if no {@code deny} matches and every gate that does has agreed, in time and itself, or had all
 * its time and may be silent. Confined to one simulation.
 */
public final class Consent implements Invariant {
    private final Judge judge = new Judge("I-13");

    @Override
    public Judge judge() {
        return judge;
    }

    @Override
    public void onDecided(Consequence.Decided decided, Chronicle chronicle) {
        chronicle.uses().of(decided.check()).ifPresent(use -> check(use, decided, chronicle));
    }

    private void check(Use use, Consequence.Decided decided, Chronicle chronicle) {
        boolean ruled = !chronicle
                .bindings()
                .guards()
                .of(use.session(), chronicle.now())
                .isEmpty();
        if (ruled) {
            judge.reached();
        }
        if (decided.decision().allowed()) {
            for (Objection objection : Objection.to(use, chronicle)) {
                judge.require(
                        objection.unfinished() || objection.guard().isOrphaned(),
                        () -> use + " was allowed in spite of " + objection.rule());
            }
        }
    }
}
