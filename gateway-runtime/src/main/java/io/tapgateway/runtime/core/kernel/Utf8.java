package io.tapgateway.runtime.core.kernel;

import java.nio.charset.StandardCharsets;

/** Texts measured as they go over the wire: in bytes of UTF-8. Stateless. */
public final class Utf8 {
    /** The mark at the end of a text that was cut. */
    static final String CUT = " … (truncated)";

    private static final int CUT_LENGTH = CUT.getBytes(StandardCharsets.UTF_8).length;

    private Utf8() {}

    /** Whether the text takes at most that many bytes. */
    public static boolean fits(String text, int bytes) {
        return text.length() <= bytes / 3 || text.getBytes(StandardCharsets.UTF_8).length <= bytes;
    }

    /** The text, cut between two characters and marked if it takes more than that many bytes. */
    public static String cut(String text, int bytes) {
        if (fits(text, bytes)) {
            return text;
        }
        int left = bytes - CUT_LENGTH;
        int end = 0;
        while (end < text.length()) {
            int c = text.codePointAt(end);
            left -= c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
            if (left < 0) {
                break;
            }
            end += Character.charCount(c);
        }
        return text.substring(0, end) + CUT;
    }
}
