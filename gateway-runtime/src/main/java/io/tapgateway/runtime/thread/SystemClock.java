package io.tapgateway.runtime.thread;

import io.tapgateway.runtime.GatewayClock;
import java.time.Instant;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The machine's time, on one daemon thread that is gone while nothing is due. After its end nothing becomes due.
 * Thread-safe.
 */
public final class SystemClock implements GatewayClock, AutoCloseable {
    private static final int IDLE_SECONDS = 10;

    /** The platform's own origin may lie anywhere, even in the future. */
    private final long origin = System.nanoTime();

    private final ScheduledThreadPoolExecutor timer;

    private SystemClock(ScheduledThreadPoolExecutor timer) {
        this.timer = timer;
    }

    /**
     * One of its own.
     *
     * @param name with which that of its thread begins
     */
    public static SystemClock named(String name) {
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, DaemonThreads.named(name));
        timer.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
        timer.setRemoveOnCancelPolicy(true);
        return new SystemClock(timer);
    }

    @Override
    public long nanos() {
        return System.nanoTime() - origin;
    }

    @Override
    public Instant wall() {
        return Instant.now();
    }

    @Override
    public Wakeup wakeAt(long atNanos, Runnable task) {
        try {
            Future<?> pending = timer.schedule(task, Math.max(0, atNanos - nanos()), TimeUnit.NANOSECONDS);
            return () -> pending.cancel(false);
        } catch (RejectedExecutionException closed) {
            return () -> {};
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
