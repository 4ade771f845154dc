package io.tapgateway.app.connect;

/** A file is not of its format. Immutable. */
final class Unreadable extends Exception {
    private static final long serialVersionUID = 1L;

    /** @param offset where in the text, in characters from 0 on */
    Unreadable(String text, int offset, String reason) {
        super(sentence(text, Math.min(offset, text.length()), reason), null, false, false);
    }

    /** Line and column, from 1 on, and what is wrong there. */
    String where() {
        return String.valueOf(getMessage());
    }

    private static String sentence(String text, int offset, String reason) {
        String before = text.substring(0, offset);
        long line = before.chars().filter(c -> c == '\n').count() + 1;
        int column = offset - before.lastIndexOf('\n');
        return "line " + line + ", column " + column + ": " + reason;
    }
}
