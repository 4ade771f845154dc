package io.tapgateway.runtime.core.pattern;

import java.util.List;

/** How a pattern is put together, as far as that decides which texts it matches. Immutable. */
sealed interface Shape {
    /** No character at all. */
    Shape EMPTY = new Sequence(List.of());

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

    /** Calls the method for this shape. */
    <R> R accept(Visitor<R> visitor);

    /** One character out of a set. */
    record One(CharacterSet set) implements Shape {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onOne(this);
        }
    }

    /** A place where a condition holds. */
    record Between(Gap gap) implements Shape {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onBetween(this);
        }
    }

    /** One after the other. */
    record Sequence(List<Shape> parts) implements Shape {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onSequence(this);
        }
    }

    /** Any one of these. */
    record Choice(List<Shape> parts) implements Shape {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onChoice(this);
        }
    }

    /**
     * The same several times.
     *
     * @param most negative for any number of times
     */
    record Repetition(Shape part, int least, int most) implements Shape {
        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.onRepetition(this);
        }
    }

    /** One method per shape. */
    interface Visitor<R> {
        R onOne(One one);

        R onBetween(Between between);

        R onSequence(Sequence sequence);

        R onChoice(Choice choice);

        R onRepetition(Repetition repetition);
    }
}
