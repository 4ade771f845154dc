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
        StringBuilder shown = new StringBuilder();
        int number = 0;
        int last = 0;
        boolean full = false;
        int at = 0;
        while (at < text.length()) {
            int end = text.indexOf('\n', at);
            int next = end < 0 ? text.length() : end + 1;
            number++;
            if (number >= offset && number < (long) offset + most && !full) {
                String line = line(number, text.substring(at, end < 0 ? text.length() : end));
                full = shown.length() + line.length() > WorkspaceLimits.READ_CHARACTERS;
                if (!full) {
                    shown.append(line);
                    last = number;
                }
            }
            at = next;
        }
        return shown + about(offset, last, number);
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

    private static String line(int number, String line) {
        String plain = line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
        return number + "\t" + cut(plain, WorkspaceLimits.READ_LINE_CHARACTERS) + "\n";
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
