package io.tapgateway.app.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The words of a line. Blanks separate them, as in a shell; what is in quotes is one word, and so is JSON, which needs
 * no quotes: {@code call greet {"name": "Ada"}} has three. A quote within a word is an apostrophe. Immutable.
 *
 * @param all in order
 * @param missing what has to come before the last word is complete
 */
record LineWords(List<Word> all, Optional<String> missing) {
    LineWords {
        all = List.copyOf(all);
    }

    /**
     * One word.
     *
     * @param text without quotes
     * @param begin where it begins in the line, quotes included
     */
    record Word(String text, int begin) {}

    static LineWords of(String line) {
        return new Reader(line).words();
    }

    List<String> texts() {
        return all.stream().map(Word::text).toList();
    }

    /** Makes one word of a text, if need be with quotes. */
    static String quoted(String text) {
        boolean isPlain = !text.isEmpty()
                && text.chars().noneMatch(Character::isWhitespace)
                && "'\"\\{[".indexOf(text.charAt(0)) < 0;
        return isPlain ? text : "'" + text.replace("'", "\\'") + "'";
    }

    /** Reads a line once. Not thread-safe. */
    private static final class Reader {
        private final String line;
        private final List<Word> words = new ArrayList<>();
        private Optional<String> missing = Optional.empty();
        private int at;

        Reader(String line) {
            this.line = line;
        }

        LineWords words() {
            skipBlanks();
            while (at < line.length()) {
                int begin = at;
                words.add(new Word(word(), begin));
                skipBlanks();
            }
            return new LineWords(words, missing);
        }

        private void skipBlanks() {
            while (at < line.length() && Character.isWhitespace(line.charAt(at))) {
                at++;
            }
        }

        private String word() {
            StringBuilder text = new StringBuilder();
            // Quotes and brackets count only where a value begins.
            boolean atValue = true;
            while (at < line.length() && !Character.isWhitespace(line.charAt(at))) {
                char c = line.charAt(at);
                if (atValue && (c == '"' || c == '\'')) {
                    quoted(c, text);
                } else if (atValue && (c == '{' || c == '[')) {
                    json(text);
                } else {
                    text.append(c);
                    at++;
                }
                atValue = c == '=';
            }
            return text.toString();
        }

        private void quoted(char quote, StringBuilder text) {
            at++;
            while (at < line.length() && line.charAt(at) != quote) {
                boolean isEscape = line.charAt(at) == '\\'
                        && at + 1 < line.length()
                        && (line.charAt(at + 1) == quote || line.charAt(at + 1) == '\\');
                at += isEscape ? 1 : 0;
                text.append(line.charAt(at++));
            }
            if (at == line.length()) {
                missing = Optional.of(String.valueOf(quote));
            } else {
                at++;
            }
        }

        /** To the bracket that closes the first one. What stands between is for others to understand. */
        private void json(StringBuilder text) {
            int begin = at;
            int depth = 0;
            do {
                char c = line.charAt(at++);
                if (c == '"') {
                    skipString();
                } else if (c == '{' || c == '[') {
                    depth++;
                } else if (c == '}' || c == ']') {
                    depth--;
                }
            } while (depth > 0 && at < line.length());
            if (depth > 0) {
                missing = Optional.of(line.charAt(begin) == '{' ? "}" : "]");
            }
            text.append(line, begin, at);
        }

        private void skipString() {
            while (at < line.length() && line.charAt(at) != '"') {
                at += line.charAt(at) == '\\' ? 2 : 1;
            }
            at = Math.min(line.length(), at + 1);
        }
    }
}
