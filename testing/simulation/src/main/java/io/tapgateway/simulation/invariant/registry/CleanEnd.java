package io.tapgateway.simulation.invariant.registry;

import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.invariant.Judge;
import io.tapgateway.simulation.trace.Chronicle;
import io.tapgateway.simulation.trace.Step;

/**
 * I-59: when everything has ended nothing is left: no call, timer, session or connection. Confined to one
 * simulation.
 */
public final class CleanEnd implements Invariant {
    private final Judge judge = new Judge("I-59");

    @Override
    public Judge judge() {
        return judge;
    }

    @Override
    public void onQuiet(Step last, Chronicle chronicle, int timers) {
        judge.reached();
        judge.require(timers == 0, () -> timers + " timers are left");
        judge.require(
                last.after().sessions().isEmpty(),
                () -> "sessions are left: " + last.after().sessions());
        judge.require(
                last.after().providers().isEmpty(),
                () -> "connections are left: " + last.after().providers());
        judge.require(
                chronicle.calls().pending().isEmpty(),
                () -> "calls are left: " + chronicle.calls().pending());
    }
}
