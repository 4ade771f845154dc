package io.tapgateway.runtime.core.pattern;

/**
 * Characters that are the same but for their case. Stateless.
 *
 * <p>The pattern library walks from one such character to the next until it is back where it began, by tables of its
 * own and by those of the platform, which know more characters. Where the two disagree it never comes back: {@code
 * (?i)} before one of the Cyrillic variants U+1C80 to U+1C88 does not end. So patterns with such characters are refused
 * before it sees them.
 */
final class FoldOrbits {
    /** The first and the last character that the library's own tables know another case of. */
    static final int FIRST = 'A';

    static final int LAST = 0x1044F;

    /** Characters whose orbit has more than two, or one that leads elsewhere; the library has these in its tables. */
    private static final String KNOWN =
            "\u00B5\u0130\u0131\u017F\u01C5\u01C8\u01CB\u01F2\u0345\u03C2\u03D0\u03D1\u03D5\u03D6"
                    + "\u03F0\u03F1\u03F4\u03F5\u1E9B\u1E9E\u1FBE\u2126\u212A\u212B";

    private FoldOrbits() {}

    /** Whether the walk from that character is known to come to an end. */
    static boolean closes(int character) {
        int next = next(character);
        return next == character || next(next) == character || KNOWN.indexOf(character) >= 0;
    }

    private static int next(int character) {
        int lower = Character.toLowerCase(character);
        return lower != character ? lower : Character.toUpperCase(character);
    }
}
