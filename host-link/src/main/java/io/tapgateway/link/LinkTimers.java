package io.tapgateway.link;

import io.tapgateway.runtime.thread.SystemClock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The machine's time for links. Thread-safe. */
final class LinkTimers implements LinkClock, AutoCloseable {
    private final SystemClock clock;

    private LinkTimers(SystemClock clock) {
        this.clock = clock;
    }

    static LinkTimers named(String name) {
        return new LinkTimers(SystemClock.named(name + "-timer"));
    }

    @Override
    public long nanos() {
        return clock.nanos();
    }

    @Override
    public Instant wall() {
        return clock.wall();
    }

    @Override
    public Wakeup wakeAt(long atNanos, Runnable task) {
        return clock.wakeAt(atNanos, task);
    }

    @Override
    public void pause(Duration time) throws InterruptedException {
        var unused = new CountDownLatch(1).await(time.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        clock.close();
    }
}
