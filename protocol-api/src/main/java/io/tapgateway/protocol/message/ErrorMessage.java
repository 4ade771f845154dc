package io.tapgateway.protocol.message;

import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.ProviderId;
import java.util.Optional;

/**
 * {@code error}: a message was refused (D-033). Immutable.
 *
 * @param message at most 512 characters, never payload or secrets
 * @param about what the refused message was, as far as it is known
 */
public record ErrorMessage(ErrorCode code, String message, About about) implements GatewayMessage {

    /** Longest {@code message}, in characters. */
    public static final int MAX_MESSAGE_LENGTH = 512;

    public ErrorMessage {
        if (message.length() > MAX_MESSAGE_LENGTH) {
            message = message.substring(0, MAX_MESSAGE_LENGTH);
        }
    }

    /**
     * What an error refers to. All of it is optional.
     *
     * @param replyTo type name of the refused message
     * @param correlation ids that the refused message carried
     */
    public record About(Optional<String> replyTo, Optional<ProviderId> providerId, Correlation correlation) {
        /** Nothing known. */
        public static final About NOTHING = new About(Optional.empty(), Optional.empty(), Correlation.NONE);
    }

    @Override
    public MessageType type() {
        return MessageType.ERROR;
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.onErrorMessage(this);
    }
}
