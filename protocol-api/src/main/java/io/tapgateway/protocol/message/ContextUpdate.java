package io.tapgateway.protocol.message;

import io.tapgateway.protocol.model.RequestId;
import io.tapgateway.protocol.model.SessionId;
import java.util.Optional;

/**
 * {@code context.update}: replaces the ambient context. Immutable.
 *
 * @param context the new text; empty clears it (D-106)
 * @param sessionId only that session; all bound ones if empty
 */
public record ContextUpdate(Optional<RequestId> requestId, Optional<SessionId> sessionId, String context)
        implements ProviderMessage {

    @Override
    public MessageType type() {
        return MessageType.CONTEXT_UPDATE;
    }

    @Override
    public Correlation correlation() {
        return Correlation.of(sessionId, requestId);
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.onContextUpdate(this);
    }
}
