package io.tapgateway.simulation.invariant.gate;

import io.tapgateway.protocol.model.HookRule;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.invariant.Judge;
import io.tapgateway.simulation.trace.Chronicle;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.Use;

/** I-18: a rule that can stop a use does so where nobody can say whether it matches. Confined to one simulation. */
public final class UnfinishedMatches implements Invariant {
    private final Judge judge = new Judge("I-18");

    @Override
    public Judge judge() {
        return judge;
    }

    @Override
    public void onDecided(Consequence.Decided decided, Chronicle chronicle) {
        chronicle.uses().of(decided.check()).ifPresent(use -> check(use, decided, chronicle));
    }

    private void check(Use use, Consequence.Decided decided, Chronicle chronicle) {
        boolean unfinished = chronicle.bindings().guards().of(use.session(), chronicle.now()).stream()
                .flatMap(guard -> guard.rules().stream())
                .filter(rule -> !(rule instanceof HookRule.Context))
                .anyMatch(rule -> Objection.isUnfinished(rule, use, chronicle.limits())
                        && Objection.matches(rule, use, chronicle.limits()));
        if (unfinished) {
            judge.reached();
        }
        if (decided.decision().allowed()) {
            for (Objection objection : Objection.to(use, chronicle)) {
                judge.require(
                        !objection.unfinished(),
                        () -> use + " was allowed although nobody knows whether it matches " + objection.rule());
            }
        }
    }
}
