package io.tapgateway.runtime.core.kernel;

import io.tapgateway.runtime.text.ModelText;
import io.tapgateway.runtime.text.TokenText;

/**
 * Provider text made fit for people: one line, no control, escape, bidirectional or invisible characters, bounded
 * (T-07, T-19, T-29, I-54). The single way from a provider to a timeline, a log or a description. Stateless.
 */
public final class DisplayText {
    private static final String CUT = "…";
    private static final String LINE_BREAK = " ⏎ ";

    private DisplayText() {}

    /** The text in one line, cut with an ellipsis where it is longer than {@code limit} characters. */
    public static String line(String text, int limit) {
        return clean(text, limit, LINE_BREAK);
    }

    /** The text with its line breaks. */
    public static String block(String text, int limit) {
        return clean(text, limit, "\n");
    }

    private static String clean(String text, int limit, String lineBreak) {
        // No output is longer than its input but for line breaks, so more than the limit need not be looked at.
        String whole = TokenText.blanked(text);
        boolean cut = whole.length() > limit;
        String shown = ModelText.clean(cut ? whole.substring(0, limit) : whole)
                .replace('\t', ' ')
                .replace("\n", lineBreak);
        return cut || shown.length() > limit ? shown.substring(0, Math.min(shown.length(), limit - 1)) + CUT : shown;
    }
}
