package io.tapgateway.protocol.message;

import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.SessionId;
import java.util.Optional;

/**
 * {@code tool.cancel}: stop working on a call; it has ended already (D-144). Immutable.
 *
 * @param sessionId always said by this gateway; the id of the call is enough
 * @param reason empty if the gateway gave none or one that is unknown here
 */
public record ToolCancel(CallId id, Optional<SessionId> sessionId, Optional<Reason> reason) implements GatewayMessage {

    /** Why; on the wire in lower case. */
    public enum Reason {
        /** It has taken too long. */
        TIMEOUT,
        /** The user stopped the agent. */
        INTERRUPT,
        /** The provider binds anew. */
        REBIND,
        /** The session has ended. */
        SHUTDOWN,
        /** The host wants this one call no more (D-233). */
        HOST
    }

    /** What this gateway says. */
    public ToolCancel(CallId id, SessionId sessionId, Reason reason) {
        this(id, Optional.of(sessionId), Optional.of(reason));
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
