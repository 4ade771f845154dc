package io.tapgateway.app.text;

import io.tapgateway.runtime.text.VisibleText;

/** Text as the terminal of this program shows it (T-29, T-58). Stateless. */
public final class PlainText {
    private PlainText() {}

    /** The text with everything a terminal might obey replaced; lines and tabs stay. */
    public static String of(String text) {
        return VisibleText.plain(text);
    }

    /** JSON with the same characters as escapes, which changes nothing of what it says. */
    public static String ofJson(String json) {
        return VisibleText.escaped(json);
    }
}
