package io.tapgateway.protocol.transport;

import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.ProviderMessage;

/**
 * About how many bytes a message has as JSON, without writing it: for limits on messages that are still, or always, objects
 * (D-021). Payload and texts count in full, one byte for each character; field names and ids are a flat sum. Stateless.
 */
public final class MessageSize {
    /** What a message weighs besides its payload. */
    static final int ENVELOPE = 128;

    private MessageSize() {}

    /** The estimate for what a gateway sends, in bytes. */
    public static int of(GatewayMessage message) {
        return message.accept(GatewayMessageSize.INSTANCE);
    }

    /** The estimate for what a provider sends, in bytes. */
    public static int of(ProviderMessage message) {
        return message.accept(ProviderMessageSize.INSTANCE);
    }

    static int atMost(long bytes) {
        return (int) Math.min(bytes, Integer.MAX_VALUE);
    }
}
