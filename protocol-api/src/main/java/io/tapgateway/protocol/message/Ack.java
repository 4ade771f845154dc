package io.tapgateway.protocol.message;

import io.tapgateway.protocol.model.RequestId;
import io.tapgateway.protocol.model.SessionId;

/** {@code ack}: an update is in force; every later dispatch uses it (A/acknowledgements). Immutable. */
public record Ack(RequestId requestId, SessionId sessionId, long revision) implements GatewayMessage {

    @Override
    public MessageType type() {
        return MessageType.ACK;
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.onAck(this);
    }
}
