package io.tapgateway.user;

import io.tapgateway.protocol.model.MayChange;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The time of a {@link SessionUser}, and the threads on which surfaces are told. Thread-safe. {@link SystemUserTime} is
 * the one of the system.
 */
@MayChange
public interface UserTime {
    /** Monotonic time. */
    long nanos();

    /**
     * Runs {@code task}, which is short, after a while, on any thread but this one; there is no way to take it back.
     */
    void after(Duration delay, Runnable task);

    /**
     * Runs {@code task}, which may hang, on a thread on which it delays no other one; soon.
     */
    void execute(Runnable task);

    /**
     * A time in which nothing ever becomes due, and surfaces are told on the thread that changes something: for tests,
     * and where all surfaces are trusted.
     */
    static UserTime ofCaller(LongSupplier nanos) {
        return new UserTime() {
            @Override
            public long nanos() {
                return nanos.getAsLong();
            }

            @Override
            public void after(Duration delay, Runnable task) {}

            @Override
            public void execute(Runnable task) {
                task.run();
            }
        };
    }
}
