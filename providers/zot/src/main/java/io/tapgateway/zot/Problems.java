package io.tapgateway.zot;

import io.tapgateway.protocol.json.Characters;
import io.tapgateway.user.text.EscapeSequences;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What could not be done as an extension wanted: the newest (Z-038), and in its log, in which a program that prints
 * nonsense has few lines a minute (Z-042). Confined to the program thread.
 */
final class Problems {
    private static final Duration WINDOW = Duration.ofMinutes(1);

    private final ExtensionHost host;
    private final Runnable changed;

    /** Whether a line of the program says no more than that it cannot be read; such ones make room first. */
    private final Map<String, Boolean> newest = new LinkedHashMap<>();

    /** When the lines of the log were written that are younger than {@link #WINDOW}. */
    private final Deque<Long> logged = new ArrayDeque<>();

    private long unlogged;

    /** @param changed run whenever there is a new one */
    Problems(ExtensionHost host, Runnable changed) {
        this.host = host;
        this.changed = changed;
    }

    /** Notes one; one that is remembered already says nothing new. */
    void add(String problem) {
        add(problem, false);
    }

    /** The same of a line that the program has printed: the flood of one program does not hide what else is wrong. */
    void fault(String reason) {
        add(reason, true);
    }

    private void add(String said, boolean isFault) {
        String problem = shown(said);
        if (newest.containsKey(problem) || (!log(problem) && isFault)) {
            return;
        }
        newest.put(problem, isFault);
        if (newest.size() > ZotLimit.PROBLEMS.most()) {
            newest.remove(leastTelling());
        }
        changed.run();
    }

    private String leastTelling() {
        return newest.entrySet().stream()
                .filter(Map.Entry::getValue)
                .findFirst()
                .orElseGet(() -> newest.entrySet().iterator().next())
                .getKey();
    }

    /** Writes a line to the log of the extension; false if there are too many by now. */
    private boolean log(String line) {
        long now = host.thread().nanos();
        while (!logged.isEmpty() && now - logged.getFirst() >= WINDOW.toNanos()) {
            logged.removeFirst();
        }
        boolean fits = logged.size() < ZotLimit.LOG_LINES_PER_MINUTE.most();
        if (fits) {
            logged.addLast(now);
            host.log(line + (unlogged == 0 ? "" : " (after " + unlogged + " more that were too many)"));
        }
        unlogged = fits ? 0 : unlogged + 1;
        return fits;
    }

    private static String shown(String said) {
        String text = Characters.beginning(EscapeSequences.removed(said), ZotLimit.PROBLEM_CHARACTERS.most());
        StringBuilder clean = new StringBuilder(text.length());
        text.codePoints().forEach(c -> clean.appendCodePoint(Character.isISOControl(c) ? '?' : c));
        return clean.toString();
    }

    /** All that are remembered, oldest first. */
    List<String> all() {
        return List.copyOf(newest.keySet());
    }
}
