package io.tapgateway.mcp.protocol;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/** Values of headers that say what a message says: as they are, or in Base64 what no header can carry. Stateless. */
final class HeaderValue {
    private static final String BEGIN = "=?base64?";
    private static final String END = "?=";

    private HeaderValue() {}

    /** The value that means a text. */
    static String encode(String text) {
        return isPlain(text)
                ? text
                : BEGIN + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)) + END;
    }

    private static boolean isPlain(String text) {
        return !text.startsWith(BEGIN)
                && text.chars().allMatch(c -> c >= ' ' && c < 0x7f)
                && text.strip().length() == text.length();
    }

    /** What a value means; empty if it is none. */
    static Optional<String> decode(String value) {
        if (!value.startsWith(BEGIN) || !value.endsWith(END) || value.length() < BEGIN.length() + END.length()) {
            return Optional.of(value);
        }
        try {
            byte[] bytes = Base64.getDecoder().decode(value.substring(BEGIN.length(), value.length() - END.length()));
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (IllegalArgumentException | CharacterCodingException none) {
            return Optional.empty();
        }
    }
}
