package io.tapgateway.protocol.message;

/** {@code auth.pairing}: ask the user for the code that the session shows. Immutable. */
public record AuthPairing(String prompt) implements GatewayMessage {

    @Override
    public MessageType type() {
        return MessageType.AUTH_PAIRING;
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.onAuthPairing(this);
    }
}
