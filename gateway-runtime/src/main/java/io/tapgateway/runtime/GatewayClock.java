package io.tapgateway.runtime;

import java.time.Instant;

/** Where a gateway takes its time from; tests put a virtual one in its place. Thread-safe. */
public interface GatewayClock {
    /** Monotonic time in nanoseconds, from an arbitrary origin: for every deadline (D-229). */
    long nanos();

    /** Wall-clock time: only for what people and {@code ts} fields are shown. */
    Instant wall();

    /**
     * Runs {@code task} once {@link #nanos()} has reached {@code atNanos}, on some other thread, soon after.
     *
     * @return cancels it; harmless afterwards
     */
    Wakeup wakeAt(long atNanos, Runnable task);

    /** A pending wake-up. */
    interface Wakeup {
        void cancel();
    }
}
