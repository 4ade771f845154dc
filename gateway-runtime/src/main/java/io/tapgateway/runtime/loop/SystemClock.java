package io.tapgateway.runtime.loop;

import io.tapgateway.runtime.GatewayClock;
import io.tapgateway.runtime.thread.DaemonThreads;
import java.time.Instant;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The machine's time; the only place that reads it. Thread-safe. */
final class SystemClock implements GatewayClock, AutoCloseable {
    /** The platform's own origin may lie anywhere, even in the future. */
    private final long origin = System.nanoTime();

    private final ScheduledThreadPoolExecutor timer;

    SystemClock() {
        timer = new ScheduledThreadPoolExecutor(1, DaemonThreads.named("tap-gateway-timer"));
        timer.setRemoveOnCancelPolicy(true);
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
        long delay = Math.max(0, atNanos - nanos());
        Future<?> pending = timer.schedule(task, delay, TimeUnit.NANOSECONDS);
        return () -> pending.cancel(false);
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
