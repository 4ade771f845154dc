package io.tapgateway.protocol.transport;

import java.time.Duration;

/**
 * How long nobody tries again what has failed, where no crowd comes back at once as with {@link Backoff}: each pause is
 * twice the one before. Immutable.
 *
 * @param first after one failure
 * @param longest how long a pause is at most
 */
public record RetryPause(Duration first, Duration longest) {
    /** More would be too long for a {@link Duration}, and is more than anybody waits. */
    private static final int MOST_DOUBLINGS = 30;

    /**
     * The pause after so many failures in a row.
     *
     * @param failures at least 1
     */
    public Duration after(int failures) {
        Duration pause = first.multipliedBy(1L << Math.min(failures - 1, MOST_DOUBLINGS));
        return pause.compareTo(longest) < 0 ? pause : longest;
    }
}
