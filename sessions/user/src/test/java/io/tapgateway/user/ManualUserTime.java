package io.tapgateway.user;

import io.tapgateway.testkit.ManualClock;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A time that only the test lets pass; surfaces are told on the test's thread, unless they are to have one each.
 * Thread-safe.
 */
final class ManualUserTime implements UserTime, AutoCloseable {
    /** Near its overflow, which nobody may notice. */
    private final ManualClock clock = ManualClock.startingAt(Long.MAX_VALUE - 1_000);

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final boolean ownThreads;

    private ManualUserTime(boolean ownThreads) {
        this.ownThreads = ownThreads;
    }

    static ManualUserTime ofTest() {
        return new ManualUserTime(false);
    }

    static ManualUserTime withThreads() {
        return new ManualUserTime(true);
    }

    @Override
    public long nanos() {
        return clock.nanos();
    }

    @Override
    public void after(Duration delay, Runnable task) {
        var unused = clock.wakeAt(clock.nanos() + delay.toNanos(), task);
    }

    @Override
    public void execute(Runnable task) {
        if (ownThreads) {
            threads.execute(task);
        } else {
            task.run();
        }
    }

    void pass(Duration time) {
        clock.advance(time);
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
