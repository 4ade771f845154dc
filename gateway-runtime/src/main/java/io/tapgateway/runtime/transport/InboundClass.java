package io.tapgateway.runtime.transport;

import io.tapgateway.protocol.json.JsonLimits;
import io.tapgateway.protocol.model.Limit;

/** How much a transport may buffer for one message of a connection at the moment (D-026). */
public enum InboundClass {
    /** Nobody has proved anything yet; a larger message closes the connection. */
    UNAUTHENTICATED(Limit.UNAUTHENTICATED_MESSAGE, JsonLimits.UNAUTHENTICATED),
    /** Any ordinary message. */
    STANDARD(Limit.MESSAGE, JsonLimits.STANDARD),
    /** A tool result may be under way. */
    TOOL_RESULT(Limit.TOOL_RESULT_MESSAGE, JsonLimits.STANDARD);

    private final Limit bytes;
    private final JsonLimits structure;

    InboundClass(Limit bytes, JsonLimits structure) {
        this.bytes = bytes;
        this.structure = structure;
    }

    /** The limit on the UTF-8 length of a message. */
    public Limit bytes() {
        return bytes;
    }

    /** The limits on its structure. */
    public JsonLimits structure() {
        return structure;
    }
}
