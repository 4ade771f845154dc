package io.tapgateway.mcp.protocol;

/**
 * A request that a server has begun, told from a later one of the same id. Immutable.
 *
 * @param number how many requests the connection had begun before
 * @param form how it is answered
 */
public record OpenRequest(RpcId id, long number, AnswerForm form) {
    /** The number tells those of a connection apart. */
    @Override
    public int hashCode() {
        return Long.hashCode(number);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof OpenRequest request && number == request.number && id.equals(request.id);
    }
}
