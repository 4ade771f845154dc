package io.tapgateway.app.text;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes lines in colours, or without. The text itself stays what it was, without anything a terminal might obey
 * (T-29): colours come from here only. Immutable.
 */
public final class Paint {
    /** No colours. */
    public static final Paint NONE = new Paint(false);

    /** Colours. */
    public static final Paint COLOURS = new Paint(true);

    private static final String START = "\u001b[";
    private static final String RESET = START + "0m";

    private final boolean colours;

    private Paint(boolean colours) {
        this.colours = colours;
    }

    /**
     * Whether the user of a terminal wants colours: there is no {@code NO_COLOR} that says something, and the terminal
     * can.
     */
    public static boolean isWanted(Map<String, String> environment) {
        boolean refused = Optional.ofNullable(environment.get("NO_COLOR"))
                .filter(value -> !value.isEmpty())
                .isPresent();
        return !refused && !"dumb".equals(environment.get("TERM"));
    }

    /** A line, for a terminal. */
    public String of(List<Span> line) {
        StringBuilder painted = new StringBuilder();
        for (Span span : line) {
            String text = PlainText.of(span.text());
            if (!colours || span.tone() == Tone.PLAIN || text.isEmpty()) {
                painted.append(text);
            } else {
                painted.append(START)
                        .append(span.tone().parameters())
                        .append('m')
                        .append(text)
                        .append(RESET);
            }
        }
        return painted.toString();
    }
}
