package io.tapgateway.protocol.message;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.SessionId;

/**
 * {@code session.event}: something happened in a session. Immutable.
 *
 * @param dropped events lost before this one because the provider read too slowly (D-210)
 */
public record SessionEvent(SessionId sessionId, String event, JsonValue data, long dropped) implements GatewayMessage {

    @Override
    public MessageType type() {
        return MessageType.SESSION_EVENT;
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.onSessionEvent(this);
    }
}
