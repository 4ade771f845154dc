package io.tapgateway.protocol.json;

/** What stands for other characters within JSON strings. Stateless. */
final class StringEscapes {
    private static final int UNICODE_DIGITS = 4;
    private static final char[] HEX = "0123456789abcdef".toCharArray();

    private StringEscapes() {}

    /** The last index of the escape that begins at {@code backslash}; negative if there is no such escape. */
    static int lastOf(String text, int backslash) {
        int kind = backslash + 1;
        if (kind >= text.length()) {
            return -1;
        }
        return switch (text.charAt(kind)) {
            case '"', '\\', '/', 'b', 'f', 'n', 'r', 't' -> kind;
            case 'u' -> hasUnicodeDigits(text, kind + 1) ? kind + UNICODE_DIGITS : -1;
            default -> -1;
        };
    }

    private static boolean hasUnicodeDigits(String text, int from) {
        if (text.length() - from < UNICODE_DIGITS) {
            return false;
        }
        for (int i = from; i < from + UNICODE_DIGITS; i++) {
            char c = text.charAt(i);
            if (c >= 0x80 || Character.digit(c, 16) < 0) {
                return false;
            }
        }
        return true;
    }

    /** The decoded form of the checked characters from {@code start} to {@code end}. */
    static String decode(String text, int start, int end) {
        StringBuilder decoded = new StringBuilder(end - start);
        int done = start;
        for (int escape = next(text, start, end); escape < end; escape = next(text, done, end)) {
            decoded.append(text, done, escape).append(decoded(text, escape));
            done = lastOf(text, escape) + 1;
        }
        return decoded.append(text, done, end).toString();
    }

    private static int next(String text, int from, int end) {
        int escape = text.indexOf('\\', from);
        return escape < 0 ? end : Math.min(escape, end);
    }

    private static char decoded(String text, int escape) {
        char kind = text.charAt(escape + 1);
        return switch (kind) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> (char) Integer.parseInt(text, escape + 2, escape + 2 + UNICODE_DIGITS, 16);
            default -> kind;
        };
    }

    /** Appends {@code value} as it may stand between quotes, with everything escaped that has to be, and nothing else. */
    static void encode(String value, StringBuilder out) {
        int done = 0;
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c >= ' ' && c != '"' && c != '\\' && !Character.isSurrogate(c)) {
                continue;
            }
            if (isHalfOfPair(value, i)) {
                i++;
                continue;
            }
            out.append(value, done, i).append('\\');
            encode(c, out);
            done = i + 1;
        }
        out.append(value, done, value.length());
    }

    private static boolean isHalfOfPair(String value, int i) {
        return Character.isHighSurrogate(value.charAt(i))
                && i + 1 < value.length()
                && Character.isLowSurrogate(value.charAt(i + 1));
    }

    private static void encode(char c, StringBuilder out) {
        switch (c) {
            case '"', '\\' -> out.append(c);
            case '\b' -> out.append('b');
            case '\f' -> out.append('f');
            case '\n' -> out.append('n');
            case '\r' -> out.append('r');
            case '\t' -> out.append('t');
            default -> {
                out.append('u');
                for (int shift = 12; shift >= 0; shift -= 4) {
                    out.append(HEX[(c >> shift) & 0xF]);
                }
            }
        }
    }
}
