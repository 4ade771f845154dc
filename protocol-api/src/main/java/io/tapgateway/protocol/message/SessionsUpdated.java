package io.tapgateway.protocol.message;

import io.tapgateway.protocol.model.SessionSummary;
import java.util.List;

/** {@code sessions.updated}: the visible sessions have changed. Immutable. */
public record SessionsUpdated(List<SessionSummary> active) implements GatewayMessage {

    public SessionsUpdated {
        active = List.copyOf(active);
    }

    @Override
    public MessageType type() {
        return MessageType.SESSIONS_UPDATED;
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.onSessionsUpdated(this);
    }
}
