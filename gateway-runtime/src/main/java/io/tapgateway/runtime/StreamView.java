package io.tapgateway.runtime;

/**
 * A stream of one session, for administration. Immutable.
 *
 * @param name as {@code stream@provider}; where another principal has used the provider's name before, its stream is
 *     {@code stream@provider~2} (D-196)
 * @param events how many are retained
 */
public record StreamView(String name, int events) {}
