package io.tapgateway.protocol.message;

import io.tapgateway.protocol.model.SessionId;
import java.util.OptionalLong;

/**
 * {@code session.lifecycle}: a bound session started, fell idle or is about to end. Immutable.
 *
 * @param deadlineMillis with {@link State#SHUTDOWN_PENDING}: time left to clean up, in milliseconds
 */
public record SessionLifecycle(SessionId sessionId, State state, OptionalLong deadlineMillis)
        implements GatewayMessage {

    /** Where the session is. */
    public enum State {
        STARTED("started"),
        IDLE("idle"),
        SHUTDOWN_PENDING("shutdown.pending");

        private final String wireName;

        State(String wireName) {
            this.wireName = wireName;
        }

        /** The value of the {@code state} field. */
        public String wireName() {
            return wireName;
        }
    }

    @Override
    public MessageType type() {
        return MessageType.SESSION_LIFECYCLE;
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.onSessionLifecycle(this);
    }
}
