package io.tapgateway.mcp.session;

import io.tapgateway.runtime.GatewayClock;
import io.tapgateway.runtime.thread.DaemonThreads;
import java.time.Instant;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The machine's time, on one daemon thread that is gone while nothing is due. Thread-safe. */
final class FaceTimer implements GatewayClock {
    private static final int IDLE_SECONDS = 10;

    private final ScheduledThreadPoolExecutor timer;

    FaceTimer() {
        timer = new ScheduledThreadPoolExecutor(1, DaemonThreads.named("tap-mcp-timer"));
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
