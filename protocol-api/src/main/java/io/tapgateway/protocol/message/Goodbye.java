package io.tapgateway.protocol.message;

import java.util.Optional;

/** {@code goodbye}: the provider leaves in good order (D-099). Immutable. */
public record Goodbye(Optional<String> reason) implements ProviderMessage {

    @Override
    public MessageType type() {
        return MessageType.GOODBYE;
    }

    @Override
    public Correlation correlation() {
        return Correlation.NONE;
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.onGoodbye(this);
    }
}
