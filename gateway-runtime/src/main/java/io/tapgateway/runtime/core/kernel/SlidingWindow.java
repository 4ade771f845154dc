package io.tapgateway.runtime.core.kernel;

import java.util.ArrayDeque;

/**
 * At most so many events in any window of that length, exactly: remembers when each accepted event was. Confined to the
 * loop.
 */
public final class SlidingWindow {
    private final int most;
    private final long windowNanos;
    private final ArrayDeque<Long> accepted = new ArrayDeque<>();

    /** @param most events that any interval of {@code windowNanos} may hold */
    public SlidingWindow(int most, long windowNanos) {
        this.most = most;
        this.windowNanos = windowNanos;
    }

    /** Accepts an event at {@code now}, unless the window that ends now is full. */
    public boolean tryAccept(long now) {
        if (count(now) >= most) {
            return false;
        }
        accepted.addLast(now);
        return true;
    }

    /** How many events lie in the window that ends at {@code now}. */
    public int count(long now) {
        while (!accepted.isEmpty() && now - accepted.getFirst() >= windowNanos) {
            accepted.removeFirst();
        }
        return accepted.size();
    }
}
