package io.tapgateway.protocol.codec;

import io.tapgateway.protocol.json.JsonLimits;
import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.Message;
import io.tapgateway.protocol.message.ProviderMessage;

/**
 * Text frames to messages and back. Immutable and thread-safe.
 *
 * <p>Strict about JSON (D-024), about the shape of known fields (D-030) and about unknown keys where ignoring one would
 * change what a safety rule means (D-006); lenient about everything unknown elsewhere. Byte limits are the transport's.
 */
@SuppressWarnings("DoNotCallSuggester")
public final class MessageCodec {
    private final JsonLimits limits;

    private MessageCodec(JsonLimits limits) {
        this.limits = limits;
    }

    /** The codec for authenticated peers. */
    public static MessageCodec standard() {
        return new MessageCodec(JsonLimits.STANDARD);
    }

    /** The codec for peers that have not proved who they are: fewer members (T-23). */
    public static MessageCodec unauthenticated() {
        return new MessageCodec(JsonLimits.UNAUTHENTICATED);
    }

    /** Reads what a provider sent. */
    public Decoded<ProviderMessage> decodeProviderMessage(String text) {
        throw new UnsupportedOperationException(limits + text);
    }

    /** Reads what a gateway sent. */
    public Decoded<GatewayMessage> decodeGatewayMessage(String text) {
        throw new UnsupportedOperationException(limits + text);
    }

    /** What can be told about a provider's frame of which only the beginning was kept, because it was too large (D-027). */
    public Decoded.Malformed<ProviderMessage> tooLarge(String head, long limitBytes) {
        throw new UnsupportedOperationException(head + limitBytes);
    }

    /** Writes a message as one JSON text. */
    public static String encode(Message message) {
        throw new UnsupportedOperationException(message.toString());
    }
}
