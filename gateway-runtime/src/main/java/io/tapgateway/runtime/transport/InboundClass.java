package io.tapgateway.runtime.transport;

import io.tapgateway.protocol.model.Limit;

/** How much a transport may buffer for one message of a connection at the moment (D-026). */
public enum InboundClass {
    /** Nobody has proved anything yet; a larger message, or one with many members, closes the connection (T-23). */
    UNAUTHENTICATED(Limit.UNAUTHENTICATED_MESSAGE),
    /** Any ordinary message. */
    STANDARD(Limit.MESSAGE),
    /** A tool result may be under way. */
    TOOL_RESULT(Limit.TOOL_RESULT_MESSAGE);

    private final Limit bytes;

    InboundClass(Limit bytes) {
        this.bytes = bytes;
    }

    /** The limit on the UTF-8 length of a message. */
    public Limit bytes() {
        return bytes;
    }
}
