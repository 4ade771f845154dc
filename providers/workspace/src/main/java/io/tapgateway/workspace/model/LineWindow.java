package io.tapgateway.workspace.model;

import io.tapgateway.protocol.json.Characters;
import io.tapgateway.workspace.limits.WorkspaceLimits;

/** Some lines of a text with their numbers, as a {@code read} shows them (F-011). Stateless. */
public final class LineWindow {
    private LineWindow() {}

    /**
     * Shows lines.
     *
     * @param offset the number of the first one, from 1
     * @param most how many
     * @return a line for each, and one about what is left out
     */
    public static String of(String text, int offset, int most) {
        StringBuilder shown = new StringBuilder(Math.min(2 * text.length(), WorkspaceLimits.READ_CHARACTERS));
        int number = 0;
        int last = 0;
        boolean full = false;
        int at = 0;
        while (at < text.length()) {
            int feed = text.indexOf('\n', at);
            int end = feed < 0 ? text.length() : feed;
            number++;
            if (number >= offset && number < (long) offset + most && !full) {
                int before = shown.length();
                show(number, text, at, end, shown);
                full = shown.length() > WorkspaceLimits.READ_CHARACTERS;
                if (full) {
                    shown.setLength(before);
                } else {
                    last = number;
                }
            }
            at = end + 1;
        }
        return shown.append(about(offset, last, number)).toString();
    }

    private static String about(int offset, int last, int lines) {
        if (lines == 0) {
            return "(The file is empty.)\n";
        }
        if (last == 0) {
            return "(There is no line " + offset + "; the file has " + lines + ".)\n";
        }
        return last < lines ? "(" + (lines - last) + " more lines; go on with offset " + (last + 1) + ".)\n" : "";
    }

    private static void show(int number, String text, int from, int feed, StringBuilder out) {
        int end = feed > from && text.charAt(feed - 1) == '\r' ? feed - 1 : feed;
        out.append(number).append('\t');
        if (end - from <= WorkspaceLimits.READ_LINE_CHARACTERS) {
            out.append(text, from, end);
        } else {
            out.append(cut(text.substring(from, end), WorkspaceLimits.READ_LINE_CHARACTERS));
        }
        out.append('\n');
    }

    /** As much of a line as may be shown, and how much is left out. */
    public static String cut(String line, int most) {
        if (line.length() <= most) {
            return line;
        }
        int end = Characters.end(line, 0, most);
        return line.substring(0, end) + "… (" + (line.length() - end) + " more characters)";
    }
}
