package io.tapgateway.runtime;

import java.time.Instant;
import java.util.Locale;

/**
 * One line for a session's timeline. Immutable.
 *
 * @param source who caused it: a provider's name, or {@code gateway}
 * @param text one line without control, escape or invisible characters, at most 1 KiB (T-29)
 */
public record TimelineEntry(Instant at, Level level, String source, String text) {
    /** What kind of news it is. */
    public enum Level {
        /** The gateway explains something. */
        INFO,
        /** The gateway warns. */
        WARNING,
        /** A running tool reports. */
        PROGRESS,
        /** A provider surfaced an event. */
        SURFACE,
        /** A provider's event went into the conversation. */
        INJECT;

        /** In lower case, for people and JSON. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
