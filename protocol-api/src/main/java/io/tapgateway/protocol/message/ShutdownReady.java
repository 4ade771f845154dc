package io.tapgateway.protocol.message;

import io.tapgateway.protocol.model.SessionId;
import java.util.Optional;

/**
 * {@code shutdown.ready}: the provider has cleaned up for that session. Immutable.
 *
 * @param sessionId may be left out by a provider bound to one session (D-221)
 */
public record ShutdownReady(Optional<SessionId> sessionId) implements ProviderMessage {

    @Override
    public MessageType type() {
        return MessageType.SHUTDOWN_READY;
    }

    @Override
    public Correlation correlation() {
        return Correlation.of(sessionId, Optional.empty());
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.onShutdownReady(this);
    }
}
