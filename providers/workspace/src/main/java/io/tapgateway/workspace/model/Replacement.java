package io.tapgateway.workspace.model;

import java.util.Optional;

/**
 * One text in the place of another, inside of a file (F-014). Nothing is guessed: what is to be replaced stands there
 * exactly, but that its lines may end otherwise. Immutable.
 *
 * @param text the whole text afterwards; empty if nothing is replaced
 * @param places how often it stands there
 * @param problem why nothing is replaced, a sentence
 */
public record Replacement(Optional<String> text, int places, String problem) {
    private static final int SHOWN = 200;

    /**
     * Replaces.
     *
     * @param old not empty
     * @param all at all places; otherwise there has to be one
     */
    public static Replacement in(TextContent file, String old, String replacement, boolean all) {
        String text = file.text();
        int places = count(text, old);
        String sought = old;
        if (places == 0) {
            sought = file.withLineEnds(old);
            places = count(text, sought);
        }
        if (places == 0) {
            return refused(0, "The file does not have that text." + nearest(text, old));
        }
        if (places > 1 && !all) {
            return refused(
                    places,
                    "The file has that text " + places
                            + " times; give more of what stands around it, or say replaceAll.");
        }
        return new Replacement(Optional.of(text.replace(sought, file.withLineEnds(replacement))), places, "");
    }

    private static Replacement refused(int places, String why) {
        return new Replacement(Optional.empty(), places, why);
    }

    private static int count(String text, String sought) {
        int count = 0;
        for (int at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + sought.length())) {
            count++;
        }
        return count;
    }

    /** The line that has most in common with the first one that was sought, from both of its ends. */
    private static String nearest(String text, String old) {
        String sought = old.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .findFirst()
                .orElse("");
        int best = 0;
        int bestNumber = 0;
        String bestLine = "";
        int number = 0;
        for (String line : (Iterable<String>) text.lines()::iterator) {
            number++;
            int common = common(line.strip(), sought);
            if (common > best) {
                best = common;
                bestNumber = number;
                bestLine = line;
            }
        }
        return best == 0
                ? ""
                : " Nearest to its first line is line " + bestNumber + ": " + LineWindow.cut(bestLine.strip(), SHOWN);
    }

    private static int common(String one, String other) {
        int length = Math.min(one.length(), other.length());
        int front = 0;
        while (front < length && one.charAt(front) == other.charAt(front)) {
            front++;
        }
        int back = 0;
        while (back < length - front
                && one.charAt(one.length() - 1 - back) == other.charAt(other.length() - 1 - back)) {
            back++;
        }
        return front + back;
    }
}
