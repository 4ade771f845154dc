package io.tapgateway.protocol.message;

import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.SessionId;

/** {@code tool.cancel}: stop working on a call; it has ended already (D-144). Immutable. */
public record ToolCancel(CallId id, SessionId sessionId, Reason reason) implements GatewayMessage {

    /** Why; on the wire in lower case. */
    public enum Reason {
        TIMEOUT,
        INTERRUPT,
        REBIND,
        SHUTDOWN
    }

    @Override
    public MessageType type() {
        return MessageType.TOOL_CANCEL;
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.onToolCancel(this);
    }
}
