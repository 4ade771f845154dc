package io.tapgateway.programs;

import io.tapgateway.runtime.thread.DaemonThreads;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A daemon thread of the system, which goes away while there is nothing to do. Thread-safe. */
public final class SystemProgramThread implements ProgramThread {
    private static final Logger LOG = LoggerFactory.getLogger(SystemProgramThread.class);

    private static final Duration LOOK_AGAIN = Duration.ofMillis(20);
    private static final int IDLE_SECONDS = 10;

    private final LongSupplier clock;
    private final ScheduledThreadPoolExecutor executor;

    /** With the system's own time. */
    public SystemProgramThread(String name) {
        this(name, System::nanoTime);
    }

    /** @param clock monotonic time */
    public SystemProgramThread(String name, LongSupplier clock) {
        this.clock = clock;
        this.executor = new ScheduledThreadPoolExecutor(1, DaemonThreads.named(name));
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        executor.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        executor.allowCoreThreadTimeOut(true);
    }

    @Override
    public void execute(Runnable task) {
        try {
            executor.execute(() -> run(task));
        } catch (RejectedExecutionException e) {
            LOG.debug("The programs have ended already");
        }
    }

    @Override
    public void after(Duration delay, Runnable task) {
        try {
            var unused = executor.schedule(() -> run(task), delay.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("The programs have ended already");
        }
    }

    @Override
    public long nanos() {
        return clock.getAsLong();
    }

    /** Runs {@code task} there; rejected once this thread is closed. */
    public <T> Future<T> submit(Callable<T> task) {
        return executor.submit(task);
    }

    /** Ends this thread as soon as {@code nothingRuns}; to be called on it. */
    public void closeOnce(BooleanSupplier nothingRuns) {
        if (nothingRuns.getAsBoolean()) {
            executor.shutdown();
        } else {
            after(LOOK_AGAIN, () -> closeOnce(nothingRuns));
        }
    }

    /** Waits until this thread is closed, and closes it if that takes too long. */
    public void awaitClosed(Duration atMost) {
        try {
            if (!executor.awaitTermination(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn("A program does not end");
                executor.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException bug) {
            LOG.error("A bug in the care of programs", bug);
        }
    }
}
