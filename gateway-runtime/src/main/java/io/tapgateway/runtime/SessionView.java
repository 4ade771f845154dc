package io.tapgateway.runtime;

import java.util.Locale;

/**
 * A session, for administration. Immutable.
 *
 * @param tools how many tools its agent may call
 * @param providers how many providers are bound to it
 */
public record SessionView(SessionInfo info, State state, int tools, int providers) {
    /** Where a session is. */
    public enum State {
        /** Open for providers and calls. */
        ACTIVE,
        /** Ending: providers clean up, no new calls. */
        SHUTDOWN_PENDING;

        /** In lower case, for people and JSON. */
        public String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
