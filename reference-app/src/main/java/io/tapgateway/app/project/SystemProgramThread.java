package io.tapgateway.app.project;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A daemon thread of the system. Thread-safe. */
final class SystemProgramThread implements ProgramThread {
    private static final Logger LOG = LoggerFactory.getLogger(SystemProgramThread.class);

    private final LongSupplier clock;
    private final ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, task -> {
        Thread thread = new Thread(task, "programs");
        thread.setDaemon(true);
        return thread;
    });

    SystemProgramThread(LongSupplier clock) {
        this.clock = clock;
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
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

    <T> Future<T> submit(Callable<T> task) {
        return executor.submit(task);
    }

    /** Ends this thread as soon as none of {@code ending} runs any more; to be called on it. */
    void closeOnceNone(List<Supervision> ending, Duration lookAgain) {
        if (ending.stream().noneMatch(Supervision::isRunning)) {
            executor.shutdown();
        } else {
            after(lookAgain, () -> closeOnceNone(ending, lookAgain));
        }
    }

    void awaitClosed(Duration atMost) {
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
