package io.tapgateway.emitters;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.emitters.model.EmitterLimits;
import io.tapgateway.protocol.model.PushLevel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lines of one emitter on their way out: the newest {@link EmitterLimits#WAITING_LINES}. Whoever prints more than may
 * be pushed loses the older ones and not the newer. Thread-safe.
 */
final class WaitingLines {
    private final Lock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Deque<Line> lines = new ArrayDeque<>();

    @GuardedBy("lock")
    private long lost;

    @GuardedBy("lock")
    private boolean closed;

    /**
     * A line.
     *
     * @param run the id of the run that printed it
     */
    record Line(String text, PushLevel level, String run) {}

    /**
     * The line whose turn it is.
     *
     * @param lost how many were lost before it since the last one that was taken
     */
    record Next(Line line, long lost) {}

    /** Adds a line; true if it has to wait for no other, so that somebody has to be told. */
    boolean offer(Line line) {
        lock.lock();
        try {
            if (closed) {
                return false;
            }
            boolean first = lines.isEmpty();
            if (lines.size() == EmitterLimits.WAITING_LINES) {
                lines.removeFirst();
                lost++;
            }
            lines.addLast(line);
            return first;
        } finally {
            lock.unlock();
        }
    }

    /** Takes the oldest line. */
    Optional<Next> poll() {
        lock.lock();
        try {
            Line line = lines.pollFirst();
            if (line == null) {
                return Optional.empty();
            }
            long before = lost;
            lost = 0;
            return Optional.of(new Next(line, before));
        } finally {
            lock.unlock();
        }
    }

    int size() {
        lock.lock();
        try {
            return lines.size();
        } finally {
            lock.unlock();
        }
    }

    /** Forgets what waits, and whatever comes. */
    void close() {
        lock.lock();
        try {
            closed = true;
            lines.clear();
        } finally {
            lock.unlock();
        }
    }
}
