package io.tapgateway.app.agents;

import io.tapgateway.runtime.GatewayClock;
import java.time.Instant;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The machine's time, on one daemon thread that is gone while nothing is due. Thread-safe. */
public final class HookClock implements GatewayClock {
    private static final int IDLE_SECONDS = 10;

    private final ScheduledThreadPoolExecutor timer;

    public HookClock() {
        timer = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "tap-hooks");
            thread.setDaemon(true);
            return thread;
        });
        timer.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
        timer.setRemoveOnCancelPolicy(true);
    }

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public Instant wall() {
        return Instant.now();
    }

    @Override
    public Wakeup wakeAt(long atNanos, Runnable task) {
        Future<?> pending = timer.schedule(task, Math.max(0, atNanos - nanos()), TimeUnit.NANOSECONDS);
        return () -> pending.cancel(false);
    }
}
