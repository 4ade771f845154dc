package io.tapgateway.runtime.core.pattern;

import java.util.List;
import java.util.Random;

/** Patterns made by the grammar, and texts in which they have a chance. Confined to one test. */
final class RandomPatterns {
    private static final List<String> CHARACTERS = List.of(
            "a",
            "b",
            "c",
            "k",
            "S",
            "_",
            "0",
            "\\.",
            "\\n",
            "\\x41",
            "-",
            " ",
            ".",
            "\\d",
            "\\D",
            "\\s",
            "\\S",
            "\\w",
            "\\W",
            "[ab]",
            "[^a]",
            "[a-c0-9]",
            "[^\\s_]",
            "[\\w-]",
            "[^\\W0]",
            "[]a]",
            "ß",
            "[é-ü]",
            "\\pL",
            "[[:upper:]]",
            "[^[:space:]]",
            "\\x{212A}");

    private static final List<String> GAPS = List.of("^", "$", "\\b", "\\b", "\\B", "\\A", "\\z");
    private static final List<String> COUNTS =
            List.of("*", "+", "?", "*?", "+?", "??", "{2}", "{0}", "{1,3}", "{2,}", "{0,2}");
    private static final List<String> FLAGS = List.of("(?i)", "(?s)", "(?m)", "(?-i)", "(?im-s)", "(?s-m)");

    /** Of these texts are made: rather few characters, so that patterns meet them. */
    private static final List<String> LETTERS =
            List.of("a", "a", "b", "b", "c", "A", "B", "k", "K", "s", "S", "_", "0", "1", ".", "-", " ", "\n", "]");

    private static final List<String> FOREIGN_LETTERS = List.of("ß", "é", "\u212A", "\u017F", "😀", "\uD83D", "\uDE00");

    private final Random random;

    RandomPatterns(long seed) {
        random = new Random(seed);
    }

    private <T> T pick(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    /** A pattern that the library takes, as a rule. */
    String pattern() {
        return alternatives(3);
    }

    private String alternatives(int depth) {
        StringBuilder text = new StringBuilder(sequence(depth));
        while (random.nextInt(4) == 0) {
            text.append('|').append(sequence(depth));
        }
        return text.toString();
    }

    private String sequence(int depth) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(5); i > 0; i--) {
            text.append(piece(depth));
            if (random.nextInt(3) == 0) {
                text.append(pick(COUNTS));
            }
        }
        return text.toString();
    }

    private String piece(int depth) {
        int kind = random.nextInt(12);
        if (kind == 0) {
            return pick(GAPS);
        } else if (kind == 1) {
            return pick(FLAGS) + pick(CHARACTERS);
        } else if (kind < 4 && depth > 0) {
            return pick(List.of("(", "(?:", "(?i:", "(?s:", "(?m:", "(?P<n>")) + alternatives(depth - 1) + ")";
        }
        return pick(CHARACTERS);
    }

    /** A text of ASCII only. */
    String text() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(12); i > 0; i--) {
            text.append(pick(LETTERS));
        }
        return text.toString();
    }

    /** A text of all kinds of characters, and halves of some. */
    String foreignText() {
        StringBuilder text = new StringBuilder(text());
        for (int i = random.nextInt(3); i >= 0; i--) {
            text.insert(random.nextInt(text.length() + 1), pick(FOREIGN_LETTERS));
        }
        return text.toString();
    }
}
