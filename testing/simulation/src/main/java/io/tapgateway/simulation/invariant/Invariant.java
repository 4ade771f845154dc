package io.tapgateway.simulation.invariant;

import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.trace.Step;

/** Something that must hold in every step of every simulation. Made for one run; confined to its thread. */
public interface Invariant {
    /** Counts, and throws. */
    Check check();

    /** A step begins; the reference model does not know of its cause yet. */
    default void onCause(Cause cause, ReferenceModel reference) {}

    /** A message was sent; the reference model knows everything up to there. */
    default void onSent(Consequence.Sent sent, ReferenceModel reference) {}

    /** A host was told the end of a call; the reference model knows everything up to there. */
    default void onDone(Consequence.HostDone done, ReferenceModel reference) {}

    /** A host was told whether it may use a tool; the reference model knows everything up to there. */
    default void onDecided(Consequence.Decided decided, ReferenceModel reference) {}

    /** The step is complete, and so is the reference model. */
    default void onStep(Step step, ReferenceModel reference) {}

    /**
     * Nothing can happen any more.
     *
     * @param timers what the gateway still has set
     */
    default void onQuiet(Step last, ReferenceModel reference, int timers) {}
}
