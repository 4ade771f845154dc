package io.tapgateway.protocol.message;

import io.tapgateway.protocol.model.SessionSummary;
import java.util.List;
import java.util.Optional;

/**
 * {@code sessions}: who is there to be joined; the answer to a successful {@code auth}. Immutable.
 *
 * @param token only in the first one after pairing (D-056)
 */
public record Sessions(Optional<String> token, List<SessionSummary> active) implements GatewayMessage {

    public Sessions {
        active = List.copyOf(active);
    }

    @Override
    public String toString() {
        return "Sessions[active=" + active + "]";
    }

    @Override
    public MessageType type() {
        return MessageType.SESSIONS;
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.onSessions(this);
    }
}
