package io.tapgateway.protocol.message;

import io.tapgateway.protocol.model.RequestId;
import io.tapgateway.protocol.model.SessionId;
import java.util.Optional;

/** {@code session.ready}: an all-bound provider is ready for a new session (D-214). Immutable. */
public record SessionReady(SessionId sessionId, Optional<RequestId> requestId) implements ProviderMessage {

    @Override
    public MessageType type() {
        return MessageType.SESSION_READY;
    }

    @Override
    public Correlation correlation() {
        return Correlation.of(Optional.of(sessionId), requestId);
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.onSessionReady(this);
    }
}
