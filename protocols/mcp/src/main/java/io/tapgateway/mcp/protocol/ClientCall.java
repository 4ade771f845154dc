package io.tapgateway.mcp.protocol;

/**
 * A call that a client is about to send. Immutable.
 *
 * @param number names it, once in the life of a connection
 * @param text what is to be sent
 */
public record ClientCall(long number, String text) {}
