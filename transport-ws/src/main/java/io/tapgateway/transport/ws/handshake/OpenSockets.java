package io.tapgateway.transport.ws.handshake;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The accepted connections that have not ended, for whoever waits until there are none. Thread-safe. */
public final class OpenSockets {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition none = lock.newCondition();

    @GuardedBy("lock")
    private final Set<Object> open = new HashSet<>();

    /** One more. */
    public void add(Object socket) {
        lock.lock();
        try {
            open.add(socket);
        } finally {
            lock.unlock();
        }
    }

    /** It has ended. */
    public void remove(Object socket) {
        lock.lock();
        try {
            open.remove(socket);
            if (open.isEmpty()) {
                none.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Whether all have ended. */
    public boolean isEmpty() {
        lock.lock();
        try {
            return open.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /** Waits until all have ended, or the time is over. */
    public void awaitNone(long millis) throws InterruptedException {
        long left = TimeUnit.MILLISECONDS.toNanos(millis);
        lock.lock();
        try {
            while (!open.isEmpty() && left > 0) {
                left = none.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }
}
