package io.tapgateway.agentserver.step;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where in a text a step may stand, the likeliest place first: all of it; then its fenced blocks, the last one
 * first; then its objects that stand in no other one, the last one first. Looks at each character a bounded number of
 * times. Stateless.
 */
final class StepCandidates {
    /** How many places are looked at. */
    static final int MOST = 20;

    /** How many characters of a text are looked at. */
    static final int MOST_CHARACTERS = 262_144;

    private static final String FENCE = "```";

    private StepCandidates() {}

    static List<String> of(String text) {
        String seen = text.length() <= MOST_CHARACTERS ? text : text.substring(0, MOST_CHARACTERS);
        return Stream.of(List.of(seen.strip()), lastFirst(fenced(seen)), lastFirst(objects(seen)))
                .flatMap(List::stream)
                .distinct()
                .limit(MOST)
                .toList();
    }

    private static List<String> lastFirst(List<String> found) {
        Collections.reverse(found);
        return found;
    }

    private static List<String> fenced(String text) {
        List<String> blocks = new ArrayList<>();
        int from = text.indexOf(FENCE);
        while (from >= 0) {
            int line = text.indexOf('\n', from);
            int to = line < 0 ? -1 : text.indexOf(FENCE, line);
            if (to < 0) {
                return blocks;
            }
            blocks.add(text.substring(line, to).strip());
            from = text.indexOf(FENCE, to + FENCE.length());
        }
        return blocks;
    }

    /** A brace without its other one is passed over, as one of prose. */
    private static List<String> objects(String text) {
        List<String> found = new ArrayList<>();
        int unclosed = 0;
        int from = text.indexOf('{');
        while (from >= 0 && unclosed < MOST) {
            int end = end(text, from);
            if (end < 0) {
                unclosed++;
                from = text.indexOf('{', from + 1);
            } else {
                found.add(text.substring(from, end));
                from = text.indexOf('{', end);
            }
        }
        return found;
    }

    /** Behind the brace that closes the one at {@code from}; -1 if there is none. */
    private static int end(String text, int from) {
        int depth = 0;
        boolean quoted = false;
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quoted) {
                if (c == '\\') {
                    i++;
                } else if (c == '"') {
                    quoted = false;
                }
            } else if (c == '"') {
                quoted = true;
            } else if (c == '{') {
                depth++;
            } else if (c == '}' && --depth == 0) {
                return i + 1;
            }
        }
        return -1;
    }
}
