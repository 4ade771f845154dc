package io.tapgateway.protocol.message;

import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.ProgressAmount;
import java.util.Optional;

/**
 * {@code tool.progress}: status of a slow call, for people. Immutable.
 *
 * @param amount how far it is in numbers, if the provider counts
 */
public record ToolProgress(CallId id, String message, Optional<ProgressAmount> amount) implements ProviderMessage {

    /** A status without numbers. */
    public ToolProgress(CallId id, String message) {
        this(id, message, Optional.empty());
    }

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
