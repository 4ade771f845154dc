package io.tapgateway.protocol.message;

import io.tapgateway.protocol.model.CallId;

/** {@code tool.progress}: status of a slow call, for people. Immutable. */
public record ToolProgress(CallId id, String message) implements ProviderMessage {

    @Override
    public MessageType type() {
        return MessageType.TOOL_PROGRESS;
    }

    @Override
    public Correlation correlation() {
        return Correlation.ofCall(id);
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.onToolProgress(this);
    }
}
