package io.tapgateway.protocol.message;

import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.InvalidMessage;
import io.tapgateway.protocol.model.ProviderName;
import java.util.Optional;

/**
 * {@code auth}: the first message, with exactly one kind of credential (D-038). Immutable.
 *
 * @param credential a token, or the wish to pair
 */
public record Auth(Credential credential) implements ProviderMessage {

    /** Longest accepted token, in characters. */
    public static final int MAX_TOKEN_LENGTH = 512;

    /** What the provider proves itself with. */
    public sealed interface Credential {
        /** Calls the method for this kind of credential. */
        <R> R accept(Credential.Visitor<R> visitor);

        /** One method per kind of credential. */
        interface Visitor<R> {
            R onToken(Token token);

            R onPair(Pair pair);
        }
        /** A spawn, discovery or pairing token; not shown by {@link #toString()} (T-09). */
        record Token(String value) implements Credential {
            public Token {
                if (value.isEmpty() || value.length() > MAX_TOKEN_LENGTH) {
                    throw new InvalidMessage(
                            ErrorCode.AUTH_FAILED, "/token", "must have 1 to " + MAX_TOKEN_LENGTH + " characters");
                }
            }

            @Override
            public <R> R accept(Credential.Visitor<R> visitor) {
                return visitor.onToken(this);
            }

            @Override
            public String toString() {
                return "Token[****]";
            }
        }

        /**
         * {@code mode: "pair"}: let the user decide.
         *
         * @param claimedName who the provider says it is, shown to the user as a claim (D-046)
         */
        record Pair(Optional<ProviderName> claimedName) implements Credential {
            @Override
            public <R> R accept(Credential.Visitor<R> visitor) {
                return visitor.onPair(this);
            }
        }
    }

    /** Authentication by a token. */
    public static Auth token(String token) {
        return new Auth(new Credential.Token(token));
    }

    @Override
    public MessageType type() {
        return MessageType.AUTH;
    }

    @Override
    public Correlation correlation() {
        return Correlation.NONE;
    }

    @Override
    public <R> R accept(ProviderMessage.Visitor<R> visitor) {
        return visitor.onAuth(this);
    }
}
