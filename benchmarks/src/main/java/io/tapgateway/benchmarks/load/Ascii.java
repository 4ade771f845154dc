package io.tapgateway.benchmarks.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;

/** Texts of messages as bytes, searched without being read. Stateless. */
final class Ascii {
    private static final byte[] QUOTE = bytes("\"");

    private Ascii() {}

    static byte[] bytes(String text) {
        return text.getBytes(ISO_8859_1);
    }

    static String text(byte[] buffer, int offset, int length) {
        return new String(buffer, offset, length, ISO_8859_1);
    }

    static boolean startsWith(byte[] buffer, int offset, byte[] wanted) {
        return Arrays.equals(buffer, offset, offset + wanted.length, wanted, 0, wanted.length);
    }

    /** Where the first {@code wanted} ends. */
    static int after(byte[] wanted, byte[] buffer, int from, int end) {
        for (int i = from; i <= end - wanted.length; i++) {
            if (startsWith(buffer, i, wanted)) {
                return i + wanted.length;
            }
        }
        throw new IllegalStateException("not a message as the gateway writes them");
    }

    /** How long the string is that begins at {@code from}, after its quotation mark. */
    static int lengthOfString(byte[] buffer, int from, int end) {
        return after(QUOTE, buffer, from, end) - 1 - from;
    }
}
