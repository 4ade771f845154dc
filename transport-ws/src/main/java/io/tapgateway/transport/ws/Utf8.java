package io.tapgateway.transport.ws;

/** Measures text in the unit of all limits. Immutable. */
public final class Utf8 {
    private static final int MAX_CLOSE_REASON_BYTES = 123;

    private Utf8() {}

    /** How many bytes {@code text} takes up in UTF-8. */
    static long length(CharSequence text) {
        long bytes = text.length();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                // The two halves of a surrogate pair share four bytes.
                bytes += c < 0x800 || Character.isSurrogate(c) ? 1 : 2;
            }
        }
        return bytes;
    }

    /** What of a reason fits into the frame that ends a connection (RFC 6455, 5.5). */
    public static String closeReason(String reason) {
        return prefix(reason, MAX_CLOSE_REASON_BYTES);
    }

    /** The beginning of {@code text} that takes up at most {@code bytes}, not cut within a character. */
    static String prefix(String text, int bytes) {
        int used = 0;
        int end = 0;
        while (end < text.length()) {
            int c = text.codePointAt(end);
            used += c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
            if (used > bytes) {
                break;
            }
            end += Character.charCount(c);
        }
        return text.substring(0, end);
    }
}
