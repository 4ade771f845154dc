package io.tapgateway.transport.ws.handshake;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The connections that have not become WebSockets: limited in number and time, so that those who never finish keep
 * nobody out (T-26). Where there is no room, the oldest makes it. Thread-safe.
 */
public final class PendingHandshakes {
    private final int capacity;
    private final long timeoutNanos;
    private final ReentrantLock lock = new ReentrantLock();

    /** What to cut, with the time when; in the order in which they came, which is also that of their deadlines. */
    @GuardedBy("lock")
    private final Map<Runnable, Long> deadlines = new LinkedHashMap<>();

    public PendingHandshakes(int capacity, long timeoutNanos) {
        this.capacity = capacity;
        this.timeoutNanos = timeoutNanos;
    }

    void add(Runnable cut, long now) {
        List<Runnable> evicted = new ArrayList<>();
        lock.lock();
        try {
            Iterator<Runnable> oldest = deadlines.keySet().iterator();
            while (deadlines.size() >= capacity && oldest.hasNext()) {
                evicted.add(oldest.next());
                oldest.remove();
            }
            deadlines.put(cut, now + timeoutNanos);
        } finally {
            lock.unlock();
        }
        evicted.forEach(Runnable::run);
    }

    void remove(Runnable cut) {
        lock.lock();
        try {
            deadlines.remove(cut);
        } finally {
            lock.unlock();
        }
    }

    /** Cuts all. */
    public void cutAll() {
        List<Runnable> all;
        lock.lock();
        try {
            all = List.copyOf(deadlines.keySet());
            deadlines.clear();
        } finally {
            lock.unlock();
        }
        all.forEach(Runnable::run);
    }

    /** Cuts those whose time is over. */
    public void sweep(long now) {
        List<Runnable> overdue = new ArrayList<>();
        lock.lock();
        try {
            Iterator<Map.Entry<Runnable, Long>> oldest = deadlines.entrySet().iterator();
            while (oldest.hasNext()) {
                Map.Entry<Runnable, Long> next = oldest.next();
                if (now - next.getValue() < 0) {
                    break;
                }
                overdue.add(next.getKey());
                oldest.remove();
            }
        } finally {
            lock.unlock();
        }
        overdue.forEach(Runnable::run);
    }
}
