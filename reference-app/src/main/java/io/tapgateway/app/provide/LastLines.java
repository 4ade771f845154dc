package io.tapgateway.app.provide;

import io.tapgateway.protocol.json.Characters;
import java.util.ArrayDeque;
import java.util.Deque;

/** The newest lines of an output, cut to what a caller may want to see. Confined to one thread at a time. */
final class LastLines {
    private final Deque<String> lines = new ArrayDeque<>();

    void add(String line) {
        if (lines.size() == ProvideLimits.ERROR_LINES) {
            lines.removeFirst();
        }
        lines.addLast(line.length() <= ProvideLimits.ERROR_LINE_CHARACTERS ? line : cut(line));
    }

    boolean isEmpty() {
        return lines.isEmpty();
    }

    String text() {
        return String.join("\n", lines);
    }

    private static String cut(String line) {
        return Characters.beginning(line, ProvideLimits.ERROR_LINE_CHARACTERS) + "…";
    }
}
