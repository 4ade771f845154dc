package io.tapgateway.mcp.protocol;

import io.tapgateway.protocol.json.JsonValue;

/**
 * A request of a server that its client is about to get. Immutable.
 *
 * @param number names it, once in the life of a connection
 * @param params an object
 */
public record ServerRequest(long number, String method, JsonValue params) {
    /** What is to be sent. */
    public String text() {
        return RpcText.request(new RpcId(JsonValue.of(number)), method, params);
    }

    /** Its number, as a name. */
    String name() {
        return name(number);
    }

    /** How a request is called of that number. */
    public static String name(long number) {
        return Long.toString(number);
    }
}
