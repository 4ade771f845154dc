package io.tapgateway.agentserver;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.tapgateway.runtime.thread.DaemonThreads;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Has things done after a while. Thread-safe. */
interface Later extends AutoCloseable {
    /** Something that will be done. */
    @FunctionalInterface
    interface Timer {
        /** It will not be done any more, if it has not been. Harmless to repeat. */
        void cancel();
    }

    /** Runs a task that does not block, once that time is over; after {@link #close} it does not. */
    @CanIgnoreReturnValue
    Timer after(Duration time, Runnable task);

    @Override
    void close();

    /**
     * By the time of this machine.
     *
     * @param name of the thread, which keeps no process alive
     */
    static Later ofThisMachine(String name) {
        ScheduledThreadPoolExecutor timers = new ScheduledThreadPoolExecutor(1, DaemonThreads.named(name));
        timers.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        timers.setRemoveOnCancelPolicy(true);
        return new Later() {
            @Override
            public Timer after(Duration time, Runnable task) {
                if (timers.isShutdown()) {
                    return () -> {};
                }
                ScheduledFuture<?> due = timers.schedule(task, time.toMillis(), TimeUnit.MILLISECONDS);
                return () -> due.cancel(false);
            }

            @Override
            public void close() {
                timers.shutdown();
            }
        };
    }
}
