package io.tapgateway.testkit;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.runtime.GatewayClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Time that passes only when a test says so.
 *
 * <p>Tasks run on the thread that advances the clock, in the order of their times, and in the order in which they were
 * registered where the times are equal; each sees exactly its own time. Thread-safe.
 */
public final class ManualClock implements GatewayClock {
    private static final Instant FIRST_DAY = Instant.parse("2026-01-01T00:00:00Z");

    private final Lock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final PriorityQueue<Alarm> alarms = new PriorityQueue<>(Alarm.BY_TIME);

    @GuardedBy("lock")
    private long nanos;

    @GuardedBy("lock")
    private Instant wall;

    @GuardedBy("lock")
    private long registered;

    private ManualClock(long nanos, Instant wall) {
        this.nanos = nanos;
        this.wall = wall;
    }

    /** A clock at an arbitrary but always equal time. */
    public static ManualClock create() {
        return startingAt(0);
    }

    /** A clock whose monotonic time begins anywhere, for code that must survive its overflow. */
    public static ManualClock startingAt(long nanos) {
        return new ManualClock(nanos, FIRST_DAY);
    }

    @Override
    public long nanos() {
        lock.lock();
        try {
            return nanos;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Instant wall() {
        lock.lock();
        try {
            return wall;
        } finally {
            lock.unlock();
        }
    }

    /** Registers a task; one for a time that is past runs with the next {@link #advance}, even by nothing. */
    @Override
    public Wakeup wakeAt(long atNanos, Runnable task) {
        lock.lock();
        try {
            Alarm alarm = new Alarm(atNanos, registered++, task);
            alarms.add(alarm);
            return () -> cancel(alarm);
        } finally {
            lock.unlock();
        }
    }

    /** Lets time pass, and whatever is due meanwhile run, including what such tasks register themselves. */
    public void advance(Duration by) {
        if (by.isNegative()) {
            throw new IllegalArgumentException("monotonic time cannot go back; use jumpWall to set the wall clock");
        }
        long end = nanos() + by.toNanos();
        for (Optional<Alarm> due = next(end); due.isPresent(); due = next(end)) {
            due.get().task().run();
        }
        lock.lock();
        try {
            moveTo(end);
        } finally {
            lock.unlock();
        }
    }

    /** Sets the wall clock, as a user or a time server would; deadlines must not notice (D-229). */
    public void jumpWall(Duration by) {
        lock.lock();
        try {
            wall = wall.plus(by);
        } finally {
            lock.unlock();
        }
    }

    /** How many tasks wait for their time. */
    public int pending() {
        lock.lock();
        try {
            return alarms.size();
        } finally {
            lock.unlock();
        }
    }

    /** How long it is until a task is due. */
    public Optional<Duration> untilNext() {
        lock.lock();
        try {
            Alarm first = alarms.peek();
            return first == null ? Optional.empty() : Optional.of(Duration.ofNanos(first.at() - nanos));
        } finally {
            lock.unlock();
        }
    }

    private void cancel(Alarm alarm) {
        lock.lock();
        try {
            alarms.remove(alarm);
        } finally {
            lock.unlock();
        }
    }

    private Optional<Alarm> next(long end) {
        lock.lock();
        try {
            Alarm first = alarms.peek();
            if (first == null || first.at() - end > 0) {
                return Optional.empty();
            }
            alarms.remove(first);
            moveTo(first.at());
            return Optional.of(first);
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private void moveTo(long at) {
        if (at - nanos > 0) {
            wall = wall.plusNanos(at - nanos);
            nanos = at;
        }
    }

    private record Alarm(long at, long order, Runnable task) {
        private static final Comparator<Alarm> BY_TIME =
                (a, b) -> a.at == b.at ? Long.compare(a.order, b.order) : Long.signum(a.at - b.at);
    }
}
