package io.tapgateway.agentserver;

import io.tapgateway.runtime.thread.DaemonThreads;
import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Has things done after a while. Thread-safe. */
interface Later extends AutoCloseable {
    /** Runs a task that does not block, once that time is over; after {@link #close} it does not. */
    void after(Duration time, Runnable task);

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
        return new Later() {
            @Override
            public void after(Duration time, Runnable task) {
                if (!timers.isShutdown()) {
                    var unused = timers.schedule(task, time.toMillis(), TimeUnit.MILLISECONDS);
                }
            }

            @Override
            public void close() {
                timers.shutdown();
            }
        };
    }
}
