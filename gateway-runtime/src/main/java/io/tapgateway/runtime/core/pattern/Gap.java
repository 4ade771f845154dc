package io.tapgateway.runtime.core.pattern;

/** A condition on the place between two characters. */
enum Gap {
    TEXT_START,
    TEXT_END,
    LINE_START,
    LINE_END,
    WORD_EDGE,
    NO_WORD_EDGE;

    /** In place of the character before the first and behind the last. */
    static final int NONE = -1;

    /** Whether it holds between these two. */
    boolean isOpen(int before, int next) {
        return switch (this) {
            case TEXT_START -> before == NONE;
            case TEXT_END -> next == NONE;
            case LINE_START -> before == NONE || before == '\n';
            case LINE_END -> next == NONE || next == '\n';
            case WORD_EDGE -> isWord(before) != isWord(next);
            case NO_WORD_EDGE -> isWord(before) == isWord(next);
        };
    }

    private static boolean isWord(int character) {
        return character >= 0 && character < CharacterSet.ASCII && CharacterSet.WORD.has(character);
    }
}
