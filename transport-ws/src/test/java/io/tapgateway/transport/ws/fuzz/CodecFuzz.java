package io.tapgateway.transport.ws.fuzz;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.codec.MessageCodec;
import io.tapgateway.protocol.message.ProviderMessage;
import java.nio.charset.StandardCharsets;

/**
 * Any text is a message, an unknown type or malformed, never an exception (D-024, D-030); a message survives being
 * written and read again; and strangers are understood in no other way than others.
 */
public final class CodecFuzz {
    private static final int LONGEST_REASON = 512;

    private CodecFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        String text = new String(input, StandardCharsets.UTF_8);
        Decoded<ProviderMessage> decoded = MessageCodec.standard().decodeProviderMessage(text);
        decoded.accept(new Decoded.Visitor<ProviderMessage, Boolean>() {
            @Override
            public Boolean onValid(ProviderMessage message) {
                return requireSurvival(message);
            }

            @Override
            public Boolean onUnknown(Decoded.Unknown<ProviderMessage> unknown) {
                return true;
            }

            @Override
            public Boolean onMalformed(Decoded.Malformed<ProviderMessage> malformed) {
                Checks.require(malformed.reason().length() <= LONGEST_REASON, "a reason as long as its message");
                return true;
            }
        });
        Decoded<ProviderMessage> stranger = MessageCodec.unauthenticated().decodeProviderMessage(text);
        Checks.require(
                stranger instanceof Decoded.Malformed || stranger.equals(decoded),
                "strangers are understood in another way");
        MessageCodec.standard().tooLarge(text, 1);
    }

    private static boolean requireSurvival(ProviderMessage message) {
        String written = MessageCodec.encode(message);
        Decoded<ProviderMessage> again = MessageCodec.standard().decodeProviderMessage(written);
        Checks.require(
                again instanceof Decoded.Valid<ProviderMessage> valid
                        && MessageCodec.encode(valid.message()).equals(written),
                "another message after writing and reading");
        return true;
    }
}
