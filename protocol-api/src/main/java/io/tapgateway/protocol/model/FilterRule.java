package io.tapgateway.protocol.model;

/**
 * One rule of a stream's filter; the first that matches decides (A:980). Immutable.
 *
 * @param match regular expression searched in the event text (D-168, D-202)
 */
public record FilterRule(String match, Outcome outcome) {
    /** What becomes of an event. */
    public enum Outcome {
        /** Discarded, though it counts for the rate. */
        DROP,
        /** As {@link PushLevel#KEEP}. */
        KEEP,
        /** As {@link PushLevel#SURFACE}. */
        SURFACE,
        /** As {@link PushLevel#INJECT}. */
        INJECT
    }
}
