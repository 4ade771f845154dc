package io.tapgateway.simulation.invariant.gate;

import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.invariant.Judge;
import io.tapgateway.simulation.trace.Chronicle;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.Guards;
import io.tapgateway.simulation.trace.Use;

/** I-17: what a lost provider's rules are about is denied for as long as they are held. Confined to one simulation. */
public final class NoGap implements Invariant {
    private final Judge judge = new Judge("I-17");

    @Override
    public Judge judge() {
        return judge;
    }

    @Override
    public void onDecided(Consequence.Decided decided, Chronicle chronicle) {
        chronicle.uses().of(decided.check()).ifPresent(use -> check(use, decided, chronicle));
    }

    private void check(Use use, Consequence.Decided decided, Chronicle chronicle) {
        boolean held = chronicle.bindings().guards().of(use.session(), chronicle.now()).stream()
                .anyMatch(Guards.Guard::isOrphaned);
        if (held) {
            judge.reached();
        }
        if (decided.decision().allowed()) {
            for (Objection objection : Objection.to(use, chronicle)) {
                judge.require(
                        !objection.guard().isOrphaned(),
                        () -> use + " was allowed although " + objection.rule() + " is held of "
                                + objection.guard().binding().identity());
            }
        }
    }
}
