package io.tapgateway.protocol.message;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolName;
import io.tapgateway.protocol.model.TraceParent;
import java.util.Optional;

/**
 * {@code tool.call}: run a tool. Immutable.
 *
 * @param args an object; the very value the host passed in
 * @param traceParent which trace the call is part of, as the host says; an extension of this project's
 */
public record ToolCall(CallId id, SessionId sessionId, ToolName tool, JsonValue args, Optional<TraceParent> traceParent)
        implements GatewayMessage {

    /** A call that is part of no trace. */
    public ToolCall(CallId id, SessionId sessionId, ToolName tool, JsonValue args) {
        this(id, sessionId, tool, args, Optional.empty());
    }

    @Override
    public MessageType type() {
        return MessageType.TOOL_CALL;
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.onToolCall(this);
    }
}
