package io.tapgateway.simulation.invariant.gate;

import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.ExpectedRules;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.Use;

/** I-17: what a lost provider's rules are about is denied for as long as they are held. Confined to one simulation. */
public final class NoGap implements Invariant {
    private final Check check = new Check("I-17");

    @Override
    public Check check() {
        return check;
    }

    @Override
    public void onDecided(Consequence.Decided decided, ReferenceModel reference) {
        reference.uses().of(decided.check()).ifPresent(use -> check(use, decided, reference));
    }

    private void check(Use use, Consequence.Decided decided, ReferenceModel reference) {
        boolean held = reference.bindings().guards().of(use.session(), reference.now()).stream()
                .anyMatch(ExpectedRules.Guard::isOrphaned);
        if (held) {
            check.reached();
        }
        if (decided.decision().allowed()) {
            for (Objection objection : Objection.to(use, reference)) {
                check.require(
                        !objection.guard().isOrphaned(),
                        () -> use + " was allowed although " + objection.rule() + " is held of "
                                + objection.guard().binding().identity());
            }
        }
    }
}
