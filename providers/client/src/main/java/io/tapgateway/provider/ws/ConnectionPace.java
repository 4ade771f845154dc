package io.tapgateway.provider.ws;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * Says when each further connection of a provider may be made: one after the other, and no more in a minute than a
 * gateway takes of one provider (D-090). Thread-safe.
 */
final class ConnectionPace {
    /** How many in a {@link #WINDOW}; of thirty, the others are for those that come back or move on. */
    static final int MAX_NEW_CONNECTIONS = 20;

    static final Duration WINDOW = Duration.ofSeconds(61);

    /** A new session is news to all providers at the same time. */
    private static final Duration LONGEST_HESITATION = Duration.ofMillis(200);

    private final DoubleSupplier random;
    private final LongSupplier nanos;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Deque<Long> taken = new ArrayDeque<>();

    /**
     * @param random between 0 and 1
     * @param nanos a clock
     */
    ConnectionPace(DoubleSupplier random, LongSupplier nanos) {
        this.random = random;
        this.nanos = nanos;
    }

    /** How long to wait before the next connection, which is made then. */
    Duration next() {
        lock.lock();
        try {
            long now = nanos.getAsLong();
            long wait = taken.isEmpty() ? 0 : Math.max(0, taken.getLast() - now);
            wait += (long) (random.getAsDouble() * LONGEST_HESITATION.toNanos());
            if (taken.size() == MAX_NEW_CONNECTIONS) {
                wait = Math.max(wait, taken.removeFirst() + WINDOW.toNanos() - now);
            }
            taken.addLast(now + wait);
            return Duration.ofNanos(wait);
        } finally {
            lock.unlock();
        }
    }
}
