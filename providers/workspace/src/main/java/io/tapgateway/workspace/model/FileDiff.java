package io.tapgateway.workspace.model;

import io.tapgateway.workspace.limits.WorkspaceLimits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a change does to a file, as a unified diff with three lines around each place: all of it, so that a person who
 * reads it knows what would be written (F-029). Lines that end as those of Windows do in the whole file, before and
 * after, are shown without that. Stateless.
 */
public final class FileDiff {
    private static final int CONTEXT = 3;
    private static final String NOWHERE = "/dev/null";
    private static final String NO_LINE_END = "\\ No newline at end of file\n";

    private FileDiff() {}

    /**
     * The diff; empty if nothing changes.
     *
     * @param path as it is told
     */
    public static String of(String path, TextContent before, String after) {
        boolean windows = before.hasWindowsLines() && new TextContent(after, before.form(), true).hasWindowsLines();
        return diff("a/" + path, path, shown(before.text(), windows), shown(after, windows));
    }

    /** The diff of a file that is not there yet. */
    public static String ofNew(String path, String content) {
        return diff(NOWHERE, path, "", content);
    }

    private static String shown(String text, boolean windows) {
        return windows ? text.replace("\r\n", "\n") : text;
    }

    private static String diff(String from, String path, String before, String after) {
        if (before.equals(after)) {
            return "";
        }
        List<String> old = lines(before);
        List<String> fresh = lines(after);
        StringBuilder out = new StringBuilder()
                .append("--- ")
                .append(from)
                .append("\n+++ b/")
                .append(path)
                .append('\n');
        for (List<Change> hunk : hunks(Changed.between(old, fresh))) {
            write(out, old, fresh, hunk);
        }
        return out.toString();
    }

    /** Each with its line end, but for the last one where the text has none. */
    private static List<String> lines(String text) {
        List<String> lines = new ArrayList<>();
        int begin = 0;
        for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', begin)) {
            lines.add(text.substring(begin, end + 1));
            begin = end + 1;
        }
        if (begin < text.length()) {
            lines.add(text.substring(begin));
        }
        return lines;
    }

    /** Old lines that go, and new ones that come in their place; numbers from 0 on, the ends excluded. */
    private record Change(int oldFrom, int oldTo, int newFrom, int newTo) {}

    /** Changes that are near each other are shown together. */
    private static List<List<Change>> hunks(List<Change> changes) {
        List<List<Change>> hunks = new ArrayList<>();
        int end = -1;
        for (Change change : changes) {
            if (hunks.isEmpty() || change.oldFrom() - end > 2 * CONTEXT) {
                hunks.add(new ArrayList<>());
            }
            hunks.get(hunks.size() - 1).add(change);
            end = change.oldTo();
        }
        return hunks;
    }

    private static void write(StringBuilder out, List<String> old, List<String> fresh, List<Change> hunk) {
        Change first = hunk.get(0);
        Change last = hunk.get(hunk.size() - 1);
        int before = Math.min(CONTEXT, first.oldFrom());
        int after = Math.min(CONTEXT, old.size() - last.oldTo());
        int oldCount = before + last.oldTo() - first.oldFrom() + after;
        int newCount = before + last.newTo() - first.newFrom() + after;
        out.append("@@ -")
                .append(range(first.oldFrom() - before, oldCount))
                .append(" +")
                .append(range(first.newFrom() - before, newCount))
                .append(" @@\n");
        int at = first.oldFrom() - before;
        for (Change change : hunk) {
            write(out, ' ', old, at, change.oldFrom());
            write(out, '-', old, change.oldFrom(), change.oldTo());
            write(out, '+', fresh, change.newFrom(), change.newTo());
            at = change.oldTo();
        }
        write(out, ' ', old, at, last.oldTo() + after);
    }

    /** Without lines, the number is that of the line before. */
    private static String range(int from, int count) {
        return (count == 0 ? from : from + 1) + "," + count;
    }

    private static void write(StringBuilder out, char sign, List<String> lines, int from, int to) {
        for (String line : lines.subList(from, to)) {
            out.append(sign).append(line);
            if (!line.endsWith("\n")) {
                out.append('\n').append(NO_LINE_END);
            }
        }
    }

    /** The shortest way from one text to the other, as Myers finds it; confined to one thread. */
    private static final class Changed {
        private final int[] old;
        private final int[] fresh;
        private final int front;
        private final boolean[] gone;
        private final boolean[] come;

        private Changed(int[] old, int[] fresh, int front) {
            this.old = old;
            this.fresh = fresh;
            this.front = front;
            this.gone = new boolean[old.length];
            this.come = new boolean[fresh.length];
        }

        static List<Change> between(List<String> before, List<String> after) {
            int least = Math.min(before.size(), after.size());
            int front = 0;
            while (front < least && before.get(front).equals(after.get(front))) {
                front++;
            }
            int back = 0;
            while (back < least - front
                    && before.get(before.size() - 1 - back).equals(after.get(after.size() - 1 - back))) {
                back++;
            }
            Map<String, Integer> numbers = new HashMap<>();
            Changed middle = new Changed(
                    numbered(before.subList(front, before.size() - back), numbers),
                    numbered(after.subList(front, after.size() - back), numbers),
                    front);
            middle.mark();
            return middle.changes();
        }

        private static int[] numbered(List<String> lines, Map<String, Integer> numbers) {
            return lines.stream()
                    .mapToInt(line -> numbers.computeIfAbsent(line, key -> numbers.size()))
                    .toArray();
        }

        /** Where texts have little in common, all of what is between their ends goes, and comes. */
        private void mark() {
            List<int[]> tries = new ArrayList<>();
            int most = Math.min(old.length + fresh.length, WorkspaceLimits.DIFF_LINES_COMPARED);
            int[] furthest = new int[2 * most + 3];
            int middle = most + 1;
            for (int steps = 0; steps <= most; steps++) {
                tries.add(Arrays.copyOfRange(furthest, middle - steps - 1, middle + steps + 2));
                for (int diagonal = -steps; diagonal <= steps; diagonal += 2) {
                    boolean down = diagonal == -steps
                            || (diagonal != steps && furthest[middle + diagonal - 1] < furthest[middle + diagonal + 1]);
                    int x = down ? furthest[middle + diagonal + 1] : furthest[middle + diagonal - 1] + 1;
                    int y = x - diagonal;
                    while (x < old.length && y < fresh.length && old[x] == fresh[y]) {
                        x++;
                        y++;
                    }
                    furthest[middle + diagonal] = x;
                    if (x >= old.length && y >= fresh.length) {
                        goBack(tries, steps);
                        return;
                    }
                }
            }
            Arrays.fill(gone, true);
            Arrays.fill(come, true);
        }

        private void goBack(List<int[]> tries, int allSteps) {
            int x = old.length;
            int y = fresh.length;
            for (int steps = allSteps; steps > 0; steps--) {
                int[] furthest = tries.get(steps);
                int middle = steps + 1;
                int diagonal = x - y;
                boolean down = diagonal == -steps
                        || (diagonal != steps && furthest[middle + diagonal - 1] < furthest[middle + diagonal + 1]);
                int former = down ? diagonal + 1 : diagonal - 1;
                int formerX = furthest[middle + former];
                if (down) {
                    come[formerX - former] = true;
                } else {
                    gone[formerX] = true;
                }
                x = formerX;
                y = formerX - former;
            }
        }

        private List<Change> changes() {
            List<Change> changes = new ArrayList<>();
            int x = 0;
            int y = 0;
            while (x < old.length || y < fresh.length) {
                int fromX = x;
                int fromY = y;
                while (x < old.length && gone[x]) {
                    x++;
                }
                while (y < fresh.length && come[y]) {
                    y++;
                }
                if (x > fromX || y > fromY) {
                    changes.add(new Change(front + fromX, front + x, front + fromY, front + y));
                } else {
                    x++;
                    y++;
                }
            }
            return changes;
        }
    }
}
