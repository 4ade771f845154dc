package io.tapgateway.user;

import io.tapgateway.protocol.model.MayChange;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Time and threads of the system; one for all sessions of a process. Thread-safe. After its end nothing becomes due.
 */
@MayChange
public final class SystemUserTime implements UserTime, AutoCloseable {
    private final LongSupplier nanos;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(daemon("person-timer"));
    private final ExecutorService surfaces = Executors.newCachedThreadPool(daemon("person-surface"));

    /** @param nanos monotonic time, such as {@code System::nanoTime} */
    public SystemUserTime(LongSupplier nanos) {
        this.nanos = nanos;
    }

    private static ThreadFactory daemon(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }

    @Override
    public long nanos() {
        return nanos.getAsLong();
    }

    @Override
    public void after(Duration delay, Runnable task) {
        try {
            var unused = timer.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException over) {
            // Nothing becomes due any more.
        }
    }

    @Override
    public void execute(Runnable task) {
        try {
            surfaces.execute(task);
        } catch (RejectedExecutionException over) {
            // Nobody is told any more.
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
        surfaces.shutdown();
    }
}
