package io.tapgateway.protocol.codec;

import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.model.StreamEntry;

/**
 * How long messages are as JSON, without writing them: what writes them counts instead. Stateless.
 *
 * <p>The estimate is for limits on messages that are still, or always, objects (D-021): it takes one byte for each
 * character and leaves out what strings need to be escaped, which makes it cheap whatever the size of the payload, and
 * never too large.
 */
public final class MessageSize {
    private MessageSize() {}

    /** The estimate for what a gateway sends, in bytes. */
    public static int of(GatewayMessage message) {
        return JsonWriter.estimate(message, GatewayMessageWriter::write);
    }

    /** The estimate for what a provider sends, in bytes. */
    public static int of(ProviderMessage message) {
        return JsonWriter.estimate(message, ProviderMessageWriter::write);
    }

    /**
     * Whether the text of what a gateway sends takes at most that many bytes (D-028). Usually decided by the estimate.
     */
    public static boolean fits(GatewayMessage message, int bytes) {
        return JsonWriter.fits(message, GatewayMessageWriter::write, bytes);
    }

    /** How many bytes one more entry adds to the text of a history. */
    public static int inBytes(StreamEntry entry) {
        return JsonWriter.length(entry, GatewayMessageWriter::streamEntry) + ",".length();
    }
}
