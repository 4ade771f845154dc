package io.tapgateway.protocol.codec;

import io.tapgateway.protocol.message.Correlation;
import io.tapgateway.protocol.message.Message;
import io.tapgateway.protocol.model.ErrorCode;
import java.util.Optional;

/**
 * What one text frame turned out to be. Immutable.
 *
 * @param <M> the family of messages that was expected
 */
public sealed interface Decoded<M extends Message> {
    /** Calls the method for this case. */
    <R> R accept(Visitor<M, R> visitor);

    /** A message. */
    record Valid<M extends Message>(M message) implements Decoded<M> {
        @Override
        public <R> R accept(Visitor<M, R> visitor) {
            return visitor.onValid(message);
        }
    }

    /** A well-formed object whose {@code type} is not one the sender may use (D-007, D-008). */
    record Unknown<M extends Message>(String type, Correlation correlation) implements Decoded<M> {
        @Override
        public <R> R accept(Visitor<M, R> visitor) {
            return visitor.onUnknown(this);
        }
    }

    /**
     * A frame that cannot be used (D-030).
     *
     * @param code for the sender
     * @param reason for the sender: what is wrong and where, without payload
     * @param type as far as it could be read
     * @param correlation as far as it could be read
     */
    record Malformed<M extends Message>(ErrorCode code, String reason, Optional<String> type, Correlation correlation)
            implements Decoded<M> {
        @Override
        public <R> R accept(Visitor<M, R> visitor) {
            return visitor.onMalformed(this);
        }
    }

    /** One method per case. */
    interface Visitor<M extends Message, R> {
        R onValid(M message);

        R onUnknown(Unknown<M> unknown);

        R onMalformed(Malformed<M> malformed);
    }
}
