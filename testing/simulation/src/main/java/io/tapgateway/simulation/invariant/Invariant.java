package io.tapgateway.simulation.invariant;

import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.Chronicle;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.Step;

/** Something that must hold in every step of every simulation. Made for one run; confined to its thread. */
public interface Invariant {
    /** Counts, and throws. */
    Judge judge();

    /** A step begins; the chronicle does not know of its cause yet. */
    default void onCause(Cause cause, Chronicle chronicle) {}

    /** A message was sent; the chronicle knows everything up to there. */
    default void onSent(Consequence.Sent sent, Chronicle chronicle) {}

    /** A host was told the end of a call; the chronicle knows everything up to there. */
    default void onDone(Consequence.HostDone done, Chronicle chronicle) {}

    /** A host was told whether it may use a tool; the chronicle knows everything up to there. */
    default void onDecided(Consequence.Decided decided, Chronicle chronicle) {}

    /** The step is complete, and so is the chronicle. */
    default void onStep(Step step, Chronicle chronicle) {}

    /**
     * Nothing can happen any more.
     *
     * @param timers what the gateway still has set
     */
    default void onQuiet(Step last, Chronicle chronicle, int timers) {}
}
