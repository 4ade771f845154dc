package io.tapgateway.runtime.core.kernel;

/**
 * What the driver attached to something that a host asked for, to find its way back when it is answered. The core only
 * passes it on.
 *
 * @param <T> the answer
 */
public interface Receipt<T> {}
