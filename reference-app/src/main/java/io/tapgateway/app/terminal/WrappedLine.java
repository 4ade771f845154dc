package io.tapgateway.app.terminal;

import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;

/** Breaks a line between words, where a terminal would break it anywhere. Stateless. */
final class WrappedLine {
    /**
     * What begins so is shown as it is: arguments, diffs and what others have written, to which no blank is added
     * (U-105).
     */
    static final String AS_IT_IS = "      ";

    private WrappedLine() {}

    /**
     * The line in as many as it takes, those after the first as far from the edge as that.
     *
     * @param line may have colours
     * @param width in columns; 0 if nobody knows
     */
    static AttributedString of(AttributedString line, int width) {
        if (width <= 0 || line.columnLength() <= width || line.toString().startsWith(AS_IT_IS)) {
            return line;
        }
        String indent = indent(line.toString());
        AttributedStringBuilder wrapped = new AttributedStringBuilder();
        AttributedString rest = line;
        while (rest.columnLength() > width) {
            int blank = rest.columnSubSequence(0, width + 1).toString().lastIndexOf(' ');
            if (blank <= indent.length()) {
                break;
            }
            wrapped.append(rest.subSequence(0, blank)).append('\n');
            rest = AttributedString.join(
                    AttributedString.EMPTY, new AttributedString(indent), rest.subSequence(blank + 1, rest.length()));
        }
        return wrapped.append(rest).toAttributedString();
    }

    private static String indent(String line) {
        return " ".repeat(line.length() - line.stripLeading().length());
    }
}
