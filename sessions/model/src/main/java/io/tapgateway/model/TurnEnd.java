package io.tapgateway.model;

/**
 * How a turn ended. Immutable.
 *
 * @param text what the model said last if it has finished, else one sentence for people
 */
public record TurnEnd(Kind kind, String text) {
    /** Why it is over. */
    public enum Kind {
        /** The model has finished. */
        ANSWERED,
        /** The model wanted to go on for longer than it may. */
        LIMIT,
        /** Somebody has stopped it. */
        CANCELLED,
        /** The model could not be asked, or gave no answer. */
        FAILED,
        /** The model has answered, but not in the way that it was told to. */
        INVALID,
        /** Whoever intercepts the session has not let it go on. */
        BLOCKED
    }
}
