package io.tapgateway.simulation.invariant.gate;

import io.tapgateway.protocol.model.Limit;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.invariant.Judge;
import io.tapgateway.simulation.trace.Chronicle;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.Step;
import io.tapgateway.simulation.trace.Use;

/** I-14: no gate keeps anybody waiting for longer than it may. Confined to one simulation. */
public final class DecidedInTime implements Invariant {
    private final Judge judge = new Judge("I-14");

    @Override
    public Judge judge() {
        return judge;
    }

    @Override
    public void onDecided(Consequence.Decided decided, Chronicle chronicle) {
        boolean asked =
                chronicle.uses().of(decided.check()).filter(Use::wasAsked).isPresent();
        if (asked) {
            judge.reached();
        }
    }

    @Override
    public void onStep(Step step, Chronicle chronicle) {
        long most = chronicle.limits().nanos(Limit.GATE_TIMEOUT);
        for (Use use : chronicle.uses().undecided()) {
            long waited = step.at() - use.askedAt();
            judge.require(waited < most, () -> use + " has been undecided for " + waited + " ns");
        }
    }

    @Override
    public void onQuiet(Step last, Chronicle chronicle, int timers) {
        judge.require(
                chronicle.uses().undecided().isEmpty(),
                () -> "nobody decided on " + chronicle.uses().undecided());
    }
}
