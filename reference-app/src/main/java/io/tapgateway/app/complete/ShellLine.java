package io.tapgateway.app.complete;

import io.tapgateway.app.terminal.Choice;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A line as a shell has it, up to where its user asks what may come next. Immutable.
 *
 * @param before the words after the program that are complete
 * @param begun what there is of the next one, without quotes
 */
public record ShellLine(List<String> before, String begun) {
    /** What means nothing to a shell: nobody may slip a command into a line that a user is about to send off (T-29). */
    private static final Pattern HARMLESS = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

    /** Shells begin another word at each of these; such a word of its own is nothing that they would replace. */
    private static final String BREAKS = "=:@<>";

    public ShellLine {
        before = List.copyOf(before);
    }

    /** Reads a line that begins with the program. */
    public static ShellLine of(String line) {
        Reader reader = new Reader(line);
        reader.read();
        List<String> words = reader.words;
        String begun = words.remove(words.size() - 1);
        List<String> before = new ArrayList<>(words.subList(Math.min(1, words.size()), words.size()));
        int equals = begun.startsWith("--") ? begun.indexOf('=') : -1;
        if (equals > 0) {
            before.add(begun.substring(0, equals));
            begun = begun.substring(equals + 1);
        }
        return new ShellLine(before, begun);
    }

    /** The value that an option has been given, if it is complete. */
    public Optional<String> valueOf(String option) {
        for (int i = before.size() - 1; i >= 0; i--) {
            String word = before.get(i);
            if (word.startsWith(option + "=")) {
                return Optional.of(word.substring(option.length() + 1));
            }
            if (word.equals(option) && i + 1 < before.size()) {
                return Optional.of(before.get(i + 1));
            }
        }
        return Optional.empty();
    }

    /**
     * What the shell may put in the place of the part that it takes for the word; empty if it had better not.
     *
     * @param word the end of {@link #begun}, or all of it
     */
    public Optional<String> replacement(Choice choice, String word) {
        if (!HARMLESS.matcher(choice.word()).matches()) {
            return Optional.empty();
        }
        String replaced = word.length() == 1 && BREAKS.contains(word) ? "" : word;
        int kept = begun.endsWith(replaced) ? begun.length() - replaced.length() : 0;
        return Optional.of(choice.word().substring(kept));
    }

    /** Takes a line apart: blanks, quotes and backslashes, and nothing else that shells know. Not thread-safe. */
    private static final class Reader {
        private final String line;
        private final List<String> words = new ArrayList<>();
        private final StringBuilder word = new StringBuilder();
        private boolean begun;
        private int at;

        Reader(String line) {
            this.line = line;
        }

        /** The last word is the one that goes on; there is always one. */
        void read() {
            while (at < line.length()) {
                char c = line.charAt(at++);
                if (Character.isWhitespace(c)) {
                    end();
                } else if (c == '\'' || c == '"') {
                    quoted(c);
                } else {
                    take(c == '\\' && at < line.length() ? line.charAt(at++) : c);
                }
            }
            words.add(word.toString());
        }

        private void quoted(char quote) {
            begun = true;
            while (at < line.length() && line.charAt(at) != quote) {
                boolean isEscape = quote == '"' && line.charAt(at) == '\\' && at + 1 < line.length();
                at += isEscape ? 1 : 0;
                take(line.charAt(at++));
            }
            at++;
        }

        private void take(char c) {
            begun = true;
            word.append(c);
        }

        private void end() {
            if (begun) {
                words.add(word.toString());
                word.setLength(0);
                begun = false;
            }
        }
    }
}
