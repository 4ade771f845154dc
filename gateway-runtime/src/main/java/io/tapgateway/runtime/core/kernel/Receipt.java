package io.tapgateway.runtime.core.kernel;

/**
 * What the driver attached to something that a host asked for, to find its way back when it is answered. The core
 * passes it on, and asks it no more than who waits.
 *
 * @param <T> the answer
 */
public interface Receipt<T> {
    /** Whether the host of the session waits for it, whose agent is at work until then, and not a guest. */
    default boolean isOfHost() {
        return true;
    }
}
