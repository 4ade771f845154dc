package io.tapgateway.mcp.protocol;

/**
 * A request that a server has begun, told from a later one of the same id. Immutable.
 *
 * @param number how many requests the connection had begun before
 */
public record OpenRequest(RpcId id, long number) {}
