package io.tapgateway.link;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The machine's time for links, on one daemon thread. Thread-safe. */
final class LinkTimers implements LinkClock, AutoCloseable {
    private final ScheduledThreadPoolExecutor timer;

    private LinkTimers(ScheduledThreadPoolExecutor timer) {
        this.timer = timer;
    }

    static LinkTimers named(String name) {
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, name + "-timer");
            thread.setDaemon(true);
            return thread;
        });
        timer.setRemoveOnCancelPolicy(true);
        return new LinkTimers(timer);
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
        try {
            Future<?> pending = timer.schedule(task, Math.max(0, atNanos - nanos()), TimeUnit.NANOSECONDS);
            return () -> pending.cancel(false);
        } catch (RejectedExecutionException closed) {
            return () -> {};
        }
    }

    @Override
    public void pause(Duration time) throws InterruptedException {
        var unused = new CountDownLatch(1).await(time.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
