package io.tapgateway.runtime;

/**
 * A stream of one session, for administration. Immutable.
 *
 * @param name as {@code stream@provider}
 * @param events how many are retained
 */
public record StreamView(String name, int events) {}
