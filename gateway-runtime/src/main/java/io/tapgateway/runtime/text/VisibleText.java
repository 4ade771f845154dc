package io.tapgateway.runtime.text;

import io.tapgateway.protocol.model.MayChange;
import java.util.Locale;

/**
 * Makes text of others safe to show, to people or on a terminal: nothing in it is obeyed, and nothing hides (T-29,
 * T-58). Lines and tabs stay. Stateless.
 */
@MayChange
public final class VisibleText {
    private VisibleText() {}

    /** The text with everything replaced that a terminal might obey, or that nobody sees. */
    public static String plain(String text) {
        StringBuilder safe = new StringBuilder(text.length());
        eachCharacter(text, (c, harmless) -> safe.appendCodePoint(harmless ? c : '\uFFFD'));
        return safe.toString();
    }

    /**
     * The text with the same characters as escapes, so that each of them is seen for what it is (U-014). Of JSON this
     * changes nothing of what it says.
     */
    public static String escaped(String text) {
        StringBuilder safe = new StringBuilder(text.length());
        eachCharacter(text, (c, harmless) -> {
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
