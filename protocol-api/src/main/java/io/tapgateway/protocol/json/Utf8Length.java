package io.tapgateway.protocol.json;

/** Texts measured as they go over the wire, in bytes of UTF-8: the unit of all limits. Stateless. */
public final class Utf8Length {
    private static final int ESCAPE = "\\u0000".length();
    private static final int SHORT_ESCAPE = "\\n".length();

    private Utf8Length() {}

    /** How many bytes the text takes. */
    public static long of(CharSequence text) {
        long bytes = text.length();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= 0x80) {
                bytes += of(c) - 1;
            }
        }
        return bytes;
    }

    /** Whether the text takes at most that many bytes; measured only where its number of characters does not tell. */
    public static boolean fits(String text, int bytes) {
        return text.length() <= bytes / 3 || (text.length() <= bytes && of(text) <= bytes);
    }

    /** As much of the text as takes at most that many bytes, cut between two characters. */
    public static String beginning(String text, int bytes) {
        if (fits(text, bytes)) {
            return text;
        }
        int left = bytes;
        int end = 0;
        while (end < text.length() && left >= of(text.charAt(end))) {
            left -= of(text.charAt(end));
            end++;
        }
        boolean within = end > 0 && end < text.length() && Character.isHighSurrogate(text.charAt(end - 1));
        return text.substring(0, within ? end - 1 : end);
    }

    /** How many bytes the text takes as a JSON string, with its quotes and escapes. */
    public static long quoted(String text) {
        long bytes = 2;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ') {
                bytes += "\b\t\n\f\r".indexOf(c) < 0 ? ESCAPE : SHORT_ESCAPE;
            } else if (c == '"' || c == '\\') {
                bytes += SHORT_ESCAPE;
            } else {
                bytes += Character.isSurrogate(c) && !isPaired(text, i) ? ESCAPE : of(c);
            }
        }
        return bytes;
    }

    private static boolean isPaired(String text, int index) {
        return Character.isHighSurrogate(text.charAt(index))
                ? index + 1 < text.length() && Character.isLowSurrogate(text.charAt(index + 1))
                : index > 0 && Character.isHighSurrogate(text.charAt(index - 1));
    }

    /**
     * The share of one character of a text: the two halves of a surrogate pair have two bytes each, as has one without
     * the other.
     */
    public static int of(char c) {
        return c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
    }
}
