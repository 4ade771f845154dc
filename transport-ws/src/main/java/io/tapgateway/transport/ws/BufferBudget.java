package io.tapgateway.transport.ws;

import java.util.concurrent.atomic.AtomicLong;

/** How many bytes of incomplete messages all connections together may hold (T-28). Thread-safe. */
final class BufferBudget {
    private final long limit;
    private final AtomicLong used = new AtomicLong();

    BufferBudget(long limit) {
        this.limit = limit;
    }

    /** Takes {@code bytes} if there are so many left. */
    boolean take(long bytes) {
        if (used.addAndGet(bytes) <= limit) {
            return true;
        }
        used.addAndGet(-bytes);
        return false;
    }

    void giveBack(long bytes) {
        used.addAndGet(-bytes);
    }
}
