package io.tapgateway.zot;

import java.time.Duration;

/**
 * How fast an extension may talk that nobody has asked: who is faster is read later, and nothing is lost (Z-046).
 * Confined to the thread that reads.
 */
final class FramePace {
    private static final long INTERVAL = Duration.ofSeconds(1).toNanos() / ZotLimit.FRAMES_PER_SECOND.most();

    private static final long AHEAD = INTERVAL * ZotLimit.FRAMES_AT_ONCE.most();

    /** When as many frames will have been due as were taken. */
    private long due;

    /** @param now monotonic time */
    FramePace(long now) {
        due = now;
    }

    /**
     * Takes a frame.
     *
     * @return how long to wait before the next one is read; zero if it need not wait
     */
    Duration take(long now) {
        if (due - now < 0) {
            due = now;
        }
        due += INTERVAL;
        return Duration.ofNanos(Math.max(0, due - now - AHEAD));
    }
}
