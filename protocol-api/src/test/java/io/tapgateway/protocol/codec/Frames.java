package io.tapgateway.protocol.codec;

import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.Message;
import io.tapgateway.protocol.message.ProviderMessage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** What tests say about frames: decode or fail, and the examples of the specification. */
final class Frames {
    private static final MessageCodec CODEC = MessageCodec.standard();

    private Frames() {}

    static ProviderMessage provider(String text) {
        return valid(CODEC.decodeProviderMessage(text));
    }

    static GatewayMessage gateway(String text) {
        return valid(CODEC.decodeGatewayMessage(text));
    }

    /** The message that {@code message} becomes when it is written and read. */
    static Message throughTheWire(Message message) {
        String text = MessageCodec.encode(message);
        return message.type().fromProvider() ? provider(text) : gateway(text);
    }

    static Decoded.Malformed<ProviderMessage> malformed(String text) {
        return CODEC.decodeProviderMessage(text).accept(new Decoded.Visitor<>() {
            @Override
            public Decoded.Malformed<ProviderMessage> onValid(ProviderMessage message) {
                throw new AssertionError("read as " + message + ": " + text);
            }

            @Override
            public Decoded.Malformed<ProviderMessage> onUnknown(Decoded.Unknown<ProviderMessage> unknown) {
                throw new AssertionError(unknown + ": " + text);
            }

            @Override
            public Decoded.Malformed<ProviderMessage> onMalformed(Decoded.Malformed<ProviderMessage> malformed) {
                return malformed;
            }
        });
    }

    static <M extends Message> M valid(Decoded<M> decoded) {
        return decoded.accept(new Decoded.Visitor<M, M>() {
            @Override
            public M onValid(M message) {
                return message;
            }

            @Override
            public M onUnknown(Decoded.Unknown<M> unknown) {
                throw new AssertionError(unknown);
            }

            @Override
            public M onMalformed(Decoded.Malformed<M> malformed) {
                throw new AssertionError(malformed);
            }
        });
    }

    /** Every example that a provider sends. */
    static List<String> providerExamples() {
        return examples("> ");
    }

    /** Every example that a gateway sends. */
    static List<String> gatewayExamples() {
        return examples("< ");
    }

    private static List<String> examples(String mark) {
        try (InputStream in = Frames.class.getResourceAsStream("examples.txt")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> line.startsWith(mark))
                    .map(line -> line.substring(mark.length()))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
