package io.tapgateway.transport.ws;

/** What of a text fits where bytes of UTF-8 count. Immutable. */
public final class Utf8 {
    private static final int MAX_CLOSE_REASON_BYTES = 123;

    private Utf8() {}

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
