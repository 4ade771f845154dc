package io.tapgateway.simulation.invariant.registry;

import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.Step;

/**
 * I-59: when everything has ended nothing is left: no call, timer, session or connection. Confined to one
 * simulation.
 */
public final class CleanEnd implements Invariant {
    private final Check check = new Check("I-59");

    @Override
    public Check check() {
        return check;
    }

    @Override
    public void onQuiet(Step last, ReferenceModel reference, int timers) {
        check.reached();
        check.require(timers == 0, () -> timers + " timers are left");
        check.require(
                last.after().sessions().isEmpty(),
                () -> "sessions are left: " + last.after().sessions());
        check.require(
                last.after().providers().isEmpty(),
                () -> "connections are left: " + last.after().providers());
        check.require(
                reference.calls().pending().isEmpty(),
                () -> "calls are left: " + reference.calls().pending());
    }
}
