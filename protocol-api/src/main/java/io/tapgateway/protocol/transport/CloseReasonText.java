package io.tapgateway.protocol.transport;

/** The text that a WebSocket carries beside its close code. Immutable. */
public final class CloseReasonText {
    private static final int MAX_BYTES = 123;

    private CloseReasonText() {}

    /** What of a reason fits into the frame that ends a connection (RFC 6455, 5.5): no character is cut in two. */
    public static String fitting(String reason) {
        int used = 0;
        int end = 0;
        while (end < reason.length()) {
            int c = reason.codePointAt(end);
            used += c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
            if (used > MAX_BYTES) {
                break;
            }
            end += Character.charCount(c);
        }
        return reason.substring(0, end);
    }
}
