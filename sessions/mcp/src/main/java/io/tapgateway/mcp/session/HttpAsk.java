package io.tapgateway.mcp.session;

import io.tapgateway.mcp.protocol.HttpHead;

/**
 * A request over Streamable HTTP, whoever has received it. Immutable.
 *
 * @param owner who has shown that it may ask; nobody else gets to its sessions
 * @param place which of its addresses it has used; empty for the one without a name
 * @param method of HTTP
 * @param body as sent; may be empty
 */
public record HttpAsk(String owner, String place, String method, HttpHead head, String body) {
    /** What sessions belong to. */
    String realm() {
        return owner + "/" + place;
    }
}
