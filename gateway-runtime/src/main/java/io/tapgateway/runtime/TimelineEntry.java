package io.tapgateway.runtime;

import io.tapgateway.protocol.model.CallId;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * One line for a session's timeline. Immutable.
 *
 * @param source who caused it: a provider's name, or {@code gateway}
 * @param text one line without control, escape or invisible characters, at most 1,024 characters (T-29)
 * @param call what it is about, if it is about one call
 */
public record TimelineEntry(Instant at, Level level, String source, String text, Optional<CallId> call) {
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
        INJECT,
        /**
         * Somebody asks to be let in: the line has the code that lets them in, and belongs only before the user's eyes.
         */
        PAIRING;

        /** In lower case, for people and JSON. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** A line that is about no call. */
    public TimelineEntry(Instant at, Level level, String source, String text) {
        this(at, level, source, text, Optional.empty());
    }

    /** Everything, but for the text of {@link Level#PAIRING}: lines end up in logs (T-09). */
    @Override
    public String toString() {
        String shown = level == Level.PAIRING ? "****" : text;
        return "TimelineEntry[at=" + at + ", level=" + level + ", source=" + source + ", text=" + shown
                + call.map(id -> ", call=" + id).orElse("") + "]";
    }
}
