package io.tapgateway.conformance;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;

/** What was said in a case, in the order in which it was said or arrived. Thread-safe. */
final class Minutes {
    private static final int MAX_CHARACTERS = 400;

    /** What lets somebody in. */
    private static final Pattern TOKEN = Pattern.compile("(\"(?:token|reconnectToken)\"\\s*:\\s*\")[^\"]*");

    private final List<String> lines = new CopyOnWriteArrayList<>();

    /** A peer's part of it. */
    record Column(Minutes minutes, String peer) {
        void said(String text) {
            minutes.lines.add(peer + "> " + shortened(text));
        }

        void heard(String text) {
            minutes.lines.add(peer + "< " + shortened(text));
        }

        void closed(int code) {
            minutes.lines.add(peer + "! close " + code);
        }

        private static String shortened(String text) {
            String shown = withoutTokens(text);
            return shown.length() <= MAX_CHARACTERS
                    ? shown
                    : shown.substring(0, MAX_CHARACTERS) + "… (" + text.length() + " characters)";
        }
    }

    /** The same text, fit to be shown. */
    static String withoutTokens(String text) {
        return TOKEN.matcher(text).replaceAll("$1****");
    }

    Column peer(int number) {
        return new Column(this, Integer.toString(number));
    }

    List<String> lines() {
        return List.copyOf(lines);
    }
}
