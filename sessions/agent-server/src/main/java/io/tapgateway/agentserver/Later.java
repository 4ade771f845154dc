package io.tapgateway.agentserver;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.tapgateway.runtime.thread.SystemClock;
import java.time.Duration;

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
        SystemClock clock = SystemClock.named(name);
        return new Later() {
            @Override
            public Timer after(Duration time, Runnable task) {
                return clock.wakeAt(clock.nanos() + time.toNanos(), task)::cancel;
            }

            @Override
            public void close() {
                clock.close();
            }
        };
    }
}
