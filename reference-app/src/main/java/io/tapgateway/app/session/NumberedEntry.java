package io.tapgateway.app.session;

import io.tapgateway.runtime.TimelineEntry;

/**
 * A line of a session's timeline with its place in it. Immutable.
 *
 * @param seq 1 for the first line of the session, then without gaps
 */
public record NumberedEntry(long seq, TimelineEntry entry) {}
