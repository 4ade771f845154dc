package io.tapgateway.workspace.model;

import io.tapgateway.workspace.limits.WorkspaceLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A unified diff of one file, and what becomes of a text by it (F-015). Nothing is guessed: each hunk stands where it
 * says, or at the only place nearby that has exactly its lines, but that these may end otherwise. Immutable.
 */
public final class UnifiedDiff {
    private static final Pattern HEADER =
            Pattern.compile("@@ -(\\d{1,9})(?:,(\\d{1,9}))? \\+(\\d{1,9})(?:,(\\d{1,9}))? @@.*");

    private static final String NOWHERE = "/dev/null";
    private static final String NO_LINE_END = "\\";

    private final List<Hunk> hunks;

    private UnifiedDiff(List<Hunk> hunks) {
        this.hunks = List.copyOf(hunks);
    }

    /** One hunk: where its old lines begin, from 0 on, and what stands there before and after. */
    private record Hunk(int start, List<String> old, List<String> fresh, Optional<Boolean> lineEndAtEnd) {
        private Hunk {
            old = List.copyOf(old);
            fresh = List.copyOf(fresh);
        }
    }

    /** A diff that cannot be read or applied; the message is a sentence for the agent. */
    public static final class Unfit extends Exception {
        private static final long serialVersionUID = 1;

        private Unfit(String sentence) {
            super(sentence, null, false, false);
        }

        /** What the agent is told. */
        public String sentence() {
            return String.valueOf(getMessage());
        }
    }

    /** How many hunks it has. */
    public int hunks() {
        return hunks.size();
    }

    /**
     * Reads a diff.
     *
     * @param path of the file it has to be about, if it names one
     * @throws Unfit if it is none, or about another file, or too long
     */
    public static UnifiedDiff read(String diff, String path) throws Unfit {
        if (diff.length() > WorkspaceLimits.DIFF_CHARACTERS) {
            throw new Unfit("A diff has at most " + WorkspaceLimits.DIFF_CHARACTERS + " characters.");
        }
        return new Reader(diff, path).read();
    }

    /** Reads the lines one after the other. Confined to one thread. */
    private static final class Reader {
        private final List<String> lines;
        private final String path;
        private final List<Hunk> hunks = new ArrayList<>();
        private int at;

        private Reader(String diff, String path) {
            this.lines = diff.lines().toList();
            this.path = path;
        }

        private UnifiedDiff read() throws Unfit {
            while (at < lines.size()) {
                String line = lines.get(at);
                Matcher header = HEADER.matcher(line);
                if (header.matches()) {
                    at++;
                    hunks.add(hunk(header));
                } else if (line.startsWith("--- ") || line.startsWith("+++ ")) {
                    requireSame(line.substring(4));
                    at++;
                } else if (line.isEmpty() || (hunks.isEmpty() && !line.startsWith("@@"))) {
                    at++;
                } else {
                    throw new Unfit("Line " + (at + 1) + " of the diff belongs to no hunk: are the numbers in the line"
                            + " that begins it right?");
                }
            }
            if (hunks.isEmpty()) {
                throw new Unfit("The diff has no hunk; one begins with a line as '@@ -3,2 +3,4 @@'.");
            }
            if (hunks.size() > WorkspaceLimits.DIFF_HUNKS) {
                throw new Unfit("A diff has at most " + WorkspaceLimits.DIFF_HUNKS + " hunks.");
            }
            return new UnifiedDiff(hunks);
        }

        /** A name as git writes it, or as it is; what stands behind a tabulator is a time. */
        private void requireSame(String written) throws Unfit {
            int tabulator = written.indexOf('\t');
            String name = (tabulator < 0 ? written : written.substring(0, tabulator)).strip();
            boolean same = name.equals(path)
                    || name.equals("a/" + path)
                    || name.equals("b/" + path)
                    || name.equals("./" + path)
                    || name.equals(NOWHERE);
            if (!same || !hunks.isEmpty()) {
                throw new Unfit("The diff is about another file than '" + path + "'; give one diff for each file.");
            }
        }

        private Hunk hunk(Matcher header) throws Unfit {
            int oldCount = number(header.group(2));
            int freshCount = number(header.group(4));
            int oldStart = Integer.parseInt(header.group(1));
            List<String> old = new ArrayList<>();
            List<String> fresh = new ArrayList<>();
            Optional<Boolean> lineEnd = Optional.empty();
            while (at < lines.size() && (old.size() < oldCount || fresh.size() < freshCount || isMark(at))) {
                String line = lines.get(at);
                String text = line.isEmpty() ? "" : line.substring(1);
                char kind = line.isEmpty() ? ' ' : line.charAt(0);
                if (kind == '-' || kind == ' ') {
                    old.add(text);
                }
                if (kind == '+' || kind == ' ') {
                    fresh.add(text);
                }
                if (isMark(at)) {
                    boolean ofFresh = at > 0 && !lines.get(at - 1).startsWith("-");
                    lineEnd = Optional.of(!ofFresh);
                } else if ("+- ".indexOf(kind) < 0) {
                    break;
                }
                at++;
            }
            if (old.size() != oldCount || fresh.size() != freshCount) {
                throw new Unfit("Hunk " + (hunks.size() + 1) + " has " + old.size() + " old and " + fresh.size()
                        + " new lines, and says " + oldCount + " and " + freshCount + ".");
            }
            // Without old lines, the number is that of the line before.
            return new Hunk(oldCount == 0 ? oldStart : oldStart - 1, old, fresh, lineEnd);
        }

        private boolean isMark(int line) {
            return line < lines.size() && lines.get(line).startsWith(NO_LINE_END);
        }

        private static int number(@Nullable String digits) {
            return digits == null ? 1 : Integer.parseInt(digits);
        }
    }

    /**
     * The text with all hunks applied.
     *
     * @throws Unfit if one of them does not fit; then none is applied
     */
    public String apply(TextContent file) throws Unfit {
        List<String> lines = new ArrayList<>(file.text().lines().toList());
        boolean endsWithLine = file.text().isEmpty() || file.text().endsWith("\n");
        List<String> result = new ArrayList<>();
        int done = 0;
        int shift = 0;
        for (int i = 0; i < hunks.size(); i++) {
            Hunk hunk = hunks.get(i);
            int place = place(lines, hunk, done, hunk.start() + shift, i + 1);
            shift = place - hunk.start();
            result.addAll(lines.subList(done, place));
            result.addAll(hunk.fresh());
            done = place + hunk.old().size();
            if (done == lines.size() && hunk.lineEndAtEnd().isPresent()) {
                endsWithLine = hunk.lineEndAtEnd().get();
            }
        }
        result.addAll(lines.subList(done, lines.size()));
        String text = String.join("\n", result) + (endsWithLine && !result.isEmpty() ? "\n" : "");
        return file.withLineEnds(text);
    }

    private static int place(List<String> lines, Hunk hunk, int from, int said, int number) throws Unfit {
        if (said >= from && stands(lines, hunk.old(), said)) {
            return said;
        }
        int found = -1;
        int first = Math.max(from, said - WorkspaceLimits.DIFF_SEARCHED_LINES);
        for (int i = first;
                i <= said + WorkspaceLimits.DIFF_SEARCHED_LINES && !hunk.old().isEmpty();
                i++) {
            if (stands(lines, hunk.old(), i)) {
                if (found >= 0) {
                    throw new Unfit("Hunk " + number + " fits at line " + (found + 1) + " and at line " + (i + 1)
                            + ", and not where it says; give more of what stands around it.");
                }
                found = i;
            }
        }
        if (found < 0) {
            throw new Unfit("Hunk " + number + " does not fit: its old lines stand neither at line " + (said + 1)
                    + " nor near it. Read the file again.");
        }
        return found;
    }

    private static boolean stands(List<String> lines, List<String> old, int place) {
        return place >= 0
                && place + old.size() <= lines.size()
                && lines.subList(place, place + old.size()).equals(old);
    }
}
