package io.tapgateway.transport.ws;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.message.Goodbye;
import io.tapgateway.protocol.message.ProviderMessage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** What the tests of input have in common. */
final class Goodbyes {
    private static final String FRAME = "{\"type\":\"goodbye\",\"reason\":\"\"}";

    private Goodbyes() {}

    /** A message of exactly that many bytes. */
    static String goodbye(int size) {
        return FRAME.replace("\"\"", '"' + "x".repeat(size - FRAME.length()) + '"');
    }

    static String because(String reason) {
        return FRAME.replace("\"\"", '"' + reason + '"');
    }

    static String reason(WelcomingPort.Received received) {
        return received.message() instanceof Decoded.Valid<ProviderMessage> valid
                        && valid.message() instanceof Goodbye goodbye
                ? goodbye.reason().orElse("")
                : received.toString();
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Sends a text in so many frames. */
    static void sendFragments(RawClient client, String text, int count) throws IOException {
        byte[] bytes = bytes(text);
        ByteArrayOutputStream frames = new ByteArrayOutputStream();
        int part = bytes.length / count;
        for (int i = 0; i < count; i++) {
            boolean last = i == count - 1;
            byte[] payload = Arrays.copyOfRange(bytes, i * part, last ? bytes.length : (i + 1) * part);
            frames.writeBytes(RawClient.frame((last ? RawClient.FINAL : 0) | (i == 0 ? RawClient.TEXT : 0), payload));
        }
        client.sendRaw(frames.toByteArray());
    }
}
