package io.tapgateway.runtime.core.kernel;

/**
 * Monotonic time that goes on while the core decides something: for nothing but giving up on work that takes too long
 * (D-170). What the core decides otherwise, it decides by {@link Kernel#now()}.
 */
@FunctionalInterface
public interface Stopwatch {
    /** Nanoseconds from an arbitrary origin. */
    long nanos();
}
