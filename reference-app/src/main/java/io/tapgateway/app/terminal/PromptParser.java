package io.tapgateway.app.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jline.reader.CompletingParsedLine;
import org.jline.reader.EOFError;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser;

/** Lets the line editor see {@link LineWords}; a line that is not complete goes on in the next one. Immutable. */
final class PromptParser implements Parser {
    /** What such a line says is for somebody else to understand. */
    private static final String SLASH = "/";

    @Override
    public ParsedLine parse(String line, int cursor, ParseContext context) {
        if (context == ParseContext.COMPLETE) {
            return Line.upTo(line, cursor);
        }
        if (line.startsWith(SLASH)) {
            return new Line(line, cursor, commandAndRest(line), line.length());
        }
        LineWords words = LineWords.of(line);
        if (words.missing().isPresent() && context != ParseContext.SPLIT_LINE) {
            throw new EOFError(
                    -1, -1, "The line is not complete", words.missing().get());
        }
        return new Line(line, cursor, words.texts(), line.length());
    }

    private static List<String> commandAndRest(String line) {
        String[] parts = line.split("\\s+", 2);
        return parts.length == 1 || parts[1].isBlank() ? List.of(parts[0]) : List.of(parts[0], parts[1].strip());
    }

    /**
     * A line with its words.
     *
     * @param words the last one is where the cursor is
     * @param begin where that begins in the line
     */
    private record Line(String line, int cursor, List<String> words, int begin) implements CompletingParsedLine {
        /** What stands after the cursor has no part in what may come there. */
        static Line upTo(String line, int cursor) {
            String typed = line.substring(0, cursor);
            LineWords words = LineWords.of(typed);
            List<String> texts = new ArrayList<>(words.texts());
            boolean isNew = texts.isEmpty()
                    || (words.missing().isEmpty() && Character.isWhitespace(typed.charAt(typed.length() - 1)));
            if (isNew) {
                texts.add("");
            }
            int begin = isNew ? cursor : words.all().get(words.all().size() - 1).begin();
            return new Line(line, cursor, texts, begin);
        }

        @Override
        public String word() {
            return words.isEmpty() ? "" : words.get(wordIndex());
        }

        @Override
        public int wordCursor() {
            return word().length();
        }

        @Override
        public int wordIndex() {
            return Math.max(0, words.size() - 1);
        }

        @Override
        public CharSequence escape(CharSequence candidate, boolean complete) {
            String text = candidate.toString();
            Optional<String> missing = LineWords.of(text).missing();
            boolean isValue = missing.isPresent() || text.startsWith("{") || text.contains("=");
            return isValue ? text : LineWords.quoted(text);
        }

        @Override
        public int rawWordCursor() {
            return cursor - begin;
        }

        @Override
        public int rawWordLength() {
            return cursor - begin;
        }
    }
}
