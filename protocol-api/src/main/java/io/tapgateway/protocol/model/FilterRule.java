package io.tapgateway.protocol.model;

import java.util.Optional;

/**
 * One rule of a stream's filter; the first that matches decides (A/filter.set). Immutable.
 *
 * @param match regular expression searched in the event text (D-168, D-202)
 */
public record FilterRule(String match, Outcome outcome) {
    /** What becomes of an event. */
    public enum Outcome {
        /** Discarded, though it counts for the rate. */
        DROP(Optional.empty()),
        /** As {@link PushLevel#KEEP}. */
        KEEP(Optional.of(PushLevel.KEEP)),
        /** As {@link PushLevel#SURFACE}. */
        SURFACE(Optional.of(PushLevel.SURFACE)),
        /** As {@link PushLevel#INJECT}. */
        INJECT(Optional.of(PushLevel.INJECT));

        private final Optional<PushLevel> level;

        Outcome(Optional<PushLevel> level) {
            this.level = level;
        }

        /** How far the event travels; empty if nothing is left of it. */
        public Optional<PushLevel> level() {
            return level;
        }
    }
}
