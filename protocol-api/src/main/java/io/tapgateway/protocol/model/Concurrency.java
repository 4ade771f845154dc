package io.tapgateway.protocol.model;

/**
 * How many calls a provider takes at once (A/concurrency). Immutable.
 *
 * @param max calls in flight, 1 to {@value #MAX} (D-088)
 */
public record Concurrency(int max, Scope scope) {
    /** Largest {@code max}; also what applies where none is declared (D-141). */
    public static final int MAX = 1_000;

    /** What {@code max} counts. */
    public enum Scope {
        /** Calls to one {@code name} and {@code instance}. */
        INSTANCE,
        /** Calls to all instances of one name together. */
        PROVIDER,
        /** Calls to one tool. */
        TOOL
    }

    public Concurrency {
        if (max < 1 || max > MAX) {
            throw InvalidMessage.at("/max", "must be between 1 and " + MAX);
        }
    }
}
