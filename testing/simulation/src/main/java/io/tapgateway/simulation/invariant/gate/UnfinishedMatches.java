package io.tapgateway.simulation.invariant.gate;

import io.tapgateway.protocol.model.HookRule;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.Use;

/** I-18: a rule that can stop a use does so where nobody can say whether it matches. Confined to one simulation. */
public final class UnfinishedMatches implements Invariant {
    private final Check check = new Check("I-18");

    @Override
    public Check check() {
        return check;
    }

    @Override
    public void onDecided(Consequence.Decided decided, ReferenceModel reference) {
        reference.uses().of(decided.check()).ifPresent(use -> check(use, decided, reference));
    }

    private void check(Use use, Consequence.Decided decided, ReferenceModel reference) {
        boolean unfinished = reference.bindings().guards().of(use.session(), reference.now()).stream()
                .flatMap(guard -> guard.rules().stream())
                .filter(rule -> !(rule instanceof HookRule.Context))
                .anyMatch(rule -> Objection.isUnfinished(rule, use, reference.limits())
                        && Objection.matches(rule, use, reference.limits()));
        if (unfinished) {
            check.reached();
        }
        if (decided.decision().allowed()) {
            for (Objection objection : Objection.to(use, reference)) {
                check.require(
                        !objection.unfinished(),
                        () -> use + " was allowed although nobody knows whether it matches " + objection.rule());
            }
        }
    }
}
