package io.tapgateway.simulation.invariant.gate;

import io.tapgateway.protocol.model.Limit;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.Step;
import io.tapgateway.simulation.trace.Use;

/**
 * I-14: no gate keeps anybody waiting for longer than it may; how long a person takes does not count. Confined to one
 * simulation.
 */
public final class DecidedInTime implements Invariant {
    private final Check check = new Check("I-14");

    @Override
    public Check check() {
        return check;
    }

    @Override
    public void onDecided(Consequence.Decided decided, ReferenceModel reference) {
        boolean asked =
                reference.uses().of(decided.check()).filter(Use::wasAsked).isPresent();
        if (asked) {
            check.reached();
        }
    }

    @Override
    public void onStep(Step step, ReferenceModel reference) {
        long most = reference.limits().nanos(Limit.GATE_TIMEOUT);
        for (Use use : reference.uses().undecided()) {
            long waited = step.at() - use.askedAt();
            check.require(
                    waited < most || use.atPerson().isPresent(),
                    () -> use + " has been undecided for " + waited + " ns");
        }
    }

    @Override
    public void onQuiet(Step last, ReferenceModel reference, int timers) {
        check.require(
                reference.uses().undecided().isEmpty(),
                () -> "nobody decided on " + reference.uses().undecided());
    }
}
