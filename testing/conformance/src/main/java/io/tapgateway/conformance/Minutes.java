package io.tapgateway.conformance;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;

/** What was said in a case, in the order in which it was said or arrived. Thread-safe. */
public final class Minutes {
    private static final int MAX_CHARACTERS = 400;

    /** What lets somebody in. */
    private static final Pattern TOKEN = Pattern.compile("(\"(?:token|reconnectToken)\"\\s*:\\s*\")([^\"]+)");

    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final Set<String> tokens = ConcurrentHashMap.newKeySet();

    /** Nothing was said yet. */
    public Minutes() {}

    /**
     * A peer's part of it. Thread-safe.
     *
     * @param peer its number
     */
    public record Column(Minutes minutes, String peer) {
        /** The peer has said that. */
        public void said(String text) {
            minutes.note(peer + "> ", text);
        }

        /** The gateway has said that. */
        public void heard(String text) {
            minutes.note(peer + "< ", text);
        }

        /** The gateway has closed the connection. */
        public void closed(int code) {
            minutes.lines.add(peer + "! close " + code);
        }
    }

    private void note(String who, String text) {
        TOKEN.matcher(text).results().forEach(found -> tokens.add(found.group(2)));
        String shown = withoutTokens(text);
        lines.add(who
                + (shown.length() <= MAX_CHARACTERS
                        ? shown
                        : shown.substring(0, MAX_CHARACTERS) + "… (" + text.length() + " characters)"));
    }

    /** The same text, fit to be shown. */
    static String withoutTokens(String text) {
        return TOKEN.matcher(text).replaceAll("$1****");
    }

    /** The part of the peer with that number. */
    public Column peer(int number) {
        return new Column(this, Integer.toString(number));
    }

    /** All of it, without tokens. */
    public List<String> lines() {
        return List.copyOf(lines);
    }

    /** The tokens that were said, by whomever. */
    public Set<String> tokens() {
        return Set.copyOf(tokens);
    }
}
