package io.tapgateway.runtime.core.kernel;

/** Names one connection for the life of the gateway. Immutable. */
public record ConnectionId(long value) {}
