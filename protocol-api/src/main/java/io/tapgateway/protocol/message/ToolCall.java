package io.tapgateway.protocol.message;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolName;

/**
 * {@code tool.call}: run a tool. Immutable.
 *
 * @param args an object; the very value the host passed in
 */
public record ToolCall(CallId id, SessionId sessionId, ToolName tool, JsonValue args) implements GatewayMessage {

    @Override
    public MessageType type() {
        return MessageType.TOOL_CALL;
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.onToolCall(this);
    }
}
