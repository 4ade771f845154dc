package io.tapgateway.protocol.message;

import io.tapgateway.protocol.model.ProviderId;
import io.tapgateway.protocol.model.SessionId;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * {@code hello.ack}: the provider is bound; the first frame of a binding (D-070). Immutable.
 *
 * <p>This gateway always says everything but {@code persistDir}; others may say less (C/hello.ack, A/hello.ack).
 *
 * @param sessionId the bound session, or {@code all}
 * @param reconnectToken proof for coming back within 30 seconds
 * @param revision of the provider's state in that session (D-110)
 * @param persistDir only for internal and spawned providers
 */
public record HelloAck(
        ProviderId providerId,
        Optional<SessionId> sessionId,
        Optional<String> reconnectToken,
        OptionalLong revision,
        Optional<String> persistDir)
        implements GatewayMessage {

    /** The only version there is (D-009). */
    public static final int PROTOCOL_VERSION = 2;

    /** What this gateway says. */
    public HelloAck(
            ProviderId providerId,
            SessionId sessionId,
            String reconnectToken,
            long revision,
            Optional<String> persistDir) {
        this(providerId, Optional.of(sessionId), Optional.of(reconnectToken), OptionalLong.of(revision), persistDir);
    }

    @Override
    public String toString() {
        return "HelloAck[providerId=" + providerId + ", sessionId=" + sessionId + ", revision=" + revision + "]";
    }

    @Override
    public MessageType type() {
        return MessageType.HELLO_ACK;
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.onHelloAck(this);
    }
}
