package io.tapgateway.workspace;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import io.tapgateway.workspace.limits.WorkspaceLimits;
import io.tapgateway.workspace.model.LineWindow;
import io.tapgateway.workspace.model.TextContent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What an expression finds in the lines of a file (F-020). Immutable. */
final class LineSearch {
    private static final Pattern ANYTHING = Pattern.compile("");

    private final Pattern pattern;

    /** Matches a whole text in which any line does; most texts have none, and need not be taken apart. */
    private final Pattern somewhere;

    private final int context;
    private final int most;

    /**
     * @param context how many lines around a hit are shown
     * @param most how many hits are looked for in one file
     */
    LineSearch(Pattern pattern, int context, int most) {
        this.pattern = pattern;
        this.somewhere = isOfLines(pattern.pattern()) ? Pattern.compile("(?m)" + pattern.pattern()) : ANYTHING;
        this.context = context;
        this.most = most;
    }

    /** What is about the ends of a text is about other ones in a line. */
    private static boolean isOfLines(String source) {
        return !source.contains("\\A") && !source.contains("\\z") && !source.contains("(?");
    }

    /** How many hits are looked for. */
    int most() {
        return most;
    }

    /**
     * Looks into a file; one that is no text has none.
     *
     * @param path as it is shown
     * @return one text for each hit: its line, with those around it that were not shown with the last one
     */
    List<String> in(String path, byte[] file) {
        Optional<TextContent> content = TextContent.of(file);
        return content.isEmpty() ? List.of() : in(path, content.get().text());
    }

    private List<String> in(String path, String text) {
        // Where lines end otherwise, their ends are at other places than those of the expression.
        if (text.indexOf('\r') < 0 && !somewhere.matcher(text).find()) {
            return List.of();
        }
        Matcher matcher = pattern.matcher("");
        List<String> hits = new ArrayList<>();
        List<String> all = text.lines().toList();
        int shown = 0;
        for (int i = 0; i < all.size() && hits.size() < most; i++) {
            if (matcher.reset(all.get(i)).find()) {
                int to = Math.min(all.size(), i + context + 1);
                StringBuilder lines = new StringBuilder();
                for (int k = Math.max(shown, i - context); k < to; k++) {
                    show(lines, path, k + 1, all.get(k), k == i);
                }
                // One among the lines around the last one was shown as one of these: it is a hit all the same.
                hits.add(lines.toString());
                shown = Math.max(shown, to);
            }
        }
        return hits;
    }

    private static void show(StringBuilder lines, String path, int number, String line, boolean isHit) {
        char mark = isHit ? ':' : '-';
        lines.append(path)
                .append(mark)
                .append(number)
                .append(mark)
                .append(LineWindow.cut(line, WorkspaceLimits.GREP_LINE_CHARACTERS))
                .append('\n');
    }
}
