package io.tapgateway.runtime.thread;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.runtime.GatewayClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands tasks on to another executor: at once if there was none for a while, else together, so that who is told of many
 * things in a row is not woken for each. Thread-safe.
 */
public final class PacedExecutor implements Executor, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PacedExecutor.class);

    private final Executor executor;
    private final GatewayClock clock;
    private final long pause;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private List<Runnable> waiting = new ArrayList<>();

    /** When a task leaves at once again. */
    @GuardedBy("lock")
    private long calm;

    @GuardedBy("lock")
    private boolean closed;

    /** @param pause how long a task waits, at most, and only behind others */
    public PacedExecutor(Executor executor, GatewayClock clock, Duration pause) {
        this.executor = executor;
        this.clock = clock;
        this.pause = pause.toNanos();
        this.calm = clock.nanos();
    }

    @Override
    public void execute(Runnable task) {
        if (isDue(task)) {
            executor.execute(task);
        }
    }

    /** Whether a task leaves at once; if not, it waits. */
    private boolean isDue(Runnable task) {
        long now = clock.nanos();
        lock.lock();
        try {
            if (closed || (waiting.isEmpty() && now - calm >= 0)) {
                calm = now + pause;
                return true;
            }
            waiting.add(task);
            if (waiting.size() == 1) {
                var unused = clock.wakeAt(calm, this::leave);
            }
            return false;
        } finally {
            lock.unlock();
        }
    }

    private void leave() {
        List<Runnable> due;
        lock.lock();
        try {
            due = waiting;
            waiting = new ArrayList<>();
            calm = clock.nanos() + pause;
        } finally {
            lock.unlock();
        }
        due.forEach(this::handOn);
    }

    /** What cannot be handed on costs that task alone. */
    private void handOn(Runnable task) {
        try {
            executor.execute(task);
        } catch (RuntimeException | Error e) {
            LOG.warn("a task could not be handed on; the others go on", e);
        }
    }

    /** What waits leaves now, and what comes later at once. Harmless to repeat. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
        } finally {
            lock.unlock();
        }
        leave();
    }
}
