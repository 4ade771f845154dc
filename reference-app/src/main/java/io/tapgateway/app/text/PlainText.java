package io.tapgateway.app.text;

import io.tapgateway.runtime.text.ModelText;
import java.util.Locale;

/** Makes text safe to show on a terminal: nothing in it is obeyed, and nothing hides (T-29, T-58). Stateless. */
public final class PlainText {
    private PlainText() {}

    /** The text with everything a terminal might obey replaced; lines and tabs stay. */
    public static String of(String text) {
        StringBuilder safe = new StringBuilder(text.length());
        eachCharacter(text, (c, harmless) -> safe.appendCodePoint(harmless ? c : '\uFFFD'));
        return safe.toString();
    }

    /** JSON with the same characters as escapes, which changes nothing of what it says. */
    public static String ofJson(String json) {
        StringBuilder safe = new StringBuilder(json.length());
        eachCharacter(json, (c, harmless) -> {
            if (harmless) {
                safe.appendCodePoint(c);
            } else {
                Character.toString(c).chars().forEach(unit -> safe.append(String.format(Locale.ROOT, "\\u%04x", unit)));
            }
        });
        return safe.toString();
    }

    private interface Sink {
        void accept(int codePoint, boolean harmless);
    }

    private static void eachCharacter(String text, Sink sink) {
        int before = ModelText.NOTHING;
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            boolean harmless = c == '\n' || c == '\t' || ModelText.isVisible(c, before);
            sink.accept(c, harmless);
            before = harmless ? c : ModelText.NOTHING;
            i += Character.charCount(c);
        }
    }
}
