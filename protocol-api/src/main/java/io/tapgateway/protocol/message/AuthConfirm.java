package io.tapgateway.protocol.message;

/**
 * {@code auth.confirm}: the pairing code that the user typed. Immutable.
 *
 * @param code six digits, spaces and hyphens already removed (D-048)
 */
public record AuthConfirm(String code) implements ProviderMessage {

    @Override
    public String toString() {
        return "AuthConfirm[****]";
    }

    @Override
    public MessageType type() {
        return MessageType.AUTH_CONFIRM;
    }

    @Override
    public Correlation correlation() {
        return Correlation.NONE;
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.onAuthConfirm(this);
    }
}
