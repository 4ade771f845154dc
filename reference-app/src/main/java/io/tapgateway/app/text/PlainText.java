package io.tapgateway.app.text;

import java.util.Locale;

/** Makes text safe to show on a terminal (T-29). Immutable. */
public final class PlainText {
    private PlainText() {}

    /** The text with everything a terminal might obey replaced; lines and tabs stay. */
    public static String of(String text) {
        StringBuilder safe = new StringBuilder(text.length());
        text.codePoints().forEach(c -> safe.appendCodePoint(isHarmless(c) ? c : '\uFFFD'));
        return safe.toString();
    }

    /** JSON with the same characters as escapes, which changes nothing of what it says. */
    public static String ofJson(String json) {
        StringBuilder safe = new StringBuilder(json.length());
        for (int i = 0; i < json.length(); ) {
            int c = json.codePointAt(i);
            int width = Character.charCount(c);
            if (isHarmless(c)) {
                safe.appendCodePoint(c);
            } else {
                json.substring(i, i + width)
                        .chars()
                        .forEach(unit -> safe.append(String.format(Locale.ROOT, "\\u%04x", unit)));
            }
            i += width;
        }
        return safe.toString();
    }

    private static boolean isHarmless(int c) {
        return c == '\n'
                || c == '\t'
                || !(Character.isISOControl(c)
                        || isBidiControl(c)
                        || isTag(c)
                        || Character.getType(c) == Character.SURROGATE);
    }

    private static boolean isBidiControl(int c) {
        return (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0x200E || c == 0x200F;
    }

    private static boolean isTag(int c) {
        return c >= 0xE0000 && c <= 0xE007F;
    }
}
