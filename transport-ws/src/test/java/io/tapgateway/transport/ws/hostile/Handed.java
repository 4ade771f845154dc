package io.tapgateway.transport.ws.hostile;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.message.ProviderMessage;

/**
 * What an application was handed, in words. The messages of these tests are of types that do not exist, so that their
 * type can be any text, and comes back whole where it is short.
 */
final class Handed {
    private static final int SHOWN = 60;

    private Handed() {}

    /** The text of a message whose content is {@code type}. */
    static String message(String type) {
        return "{\"type\":\"" + type + "\"}";
    }

    /** A message of exactly that many bytes. */
    static String sized(int bytes) {
        return message("x".repeat(bytes - message("").length()));
    }

    /** How a message of that size is written when it arrives. */
    static String ofSize(int bytes) {
        return "x".repeat(SHOWN) + "… " + bytes + " bytes";
    }

    static String of(Decoded<ProviderMessage> message, int bytes) {
        return message.accept(new Decoded.Visitor<ProviderMessage, String>() {
            @Override
            public String onValid(ProviderMessage valid) {
                return "valid " + valid.type().wireName();
            }

            @Override
            public String onUnknown(Decoded.Unknown<ProviderMessage> unknown) {
                String type = unknown.type();
                return type.length() <= SHOWN ? type : type.substring(0, SHOWN) + "… " + bytes + " bytes";
            }

            @Override
            public String onMalformed(Decoded.Malformed<ProviderMessage> malformed) {
                return malformed.code().toString();
            }
        });
    }
}
