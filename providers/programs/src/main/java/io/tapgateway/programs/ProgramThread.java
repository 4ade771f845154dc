package io.tapgateway.programs;

import java.time.Duration;

/** The one thread on which programs are looked after, and its clock. Thread-safe. */
public interface ProgramThread {
    /** Runs {@code task} there, after everything that was handed over before. */
    void execute(Runnable task);

    /** Runs {@code task} there when the time has come. */
    void after(Duration delay, Runnable task);

    /** Monotonic time. */
    long nanos();
}
