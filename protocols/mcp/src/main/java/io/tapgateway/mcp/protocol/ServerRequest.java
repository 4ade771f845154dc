package io.tapgateway.mcp.protocol;

/**
 * A request that a server is about to send to its client. Immutable.
 *
 * @param number names it, once in the life of a connection
 * @param text what is to be sent
 */
public record ServerRequest(long number, String text) {}
