package io.tapgateway.app.text;

import io.tapgateway.runtime.text.ModelText;
import java.util.Locale;

/** Makes text safe to show on a terminal: nothing in it is obeyed, and nothing hides (T-29, T-58). Stateless. */
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
        return c == '\n' || c == '\t' || ModelText.isVisible(c);
    }
}
