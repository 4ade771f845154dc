package io.tapgateway.protocol.contract;

import java.util.Locale;

/** How the generated documents write things. */
final class Text {
    private Text() {}

    /** A number with its thousands set apart. */
    static String grouped(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /** A cell of a Markdown table. */
    static String cell(String text) {
        return text.replace("|", "\\|");
    }
}
