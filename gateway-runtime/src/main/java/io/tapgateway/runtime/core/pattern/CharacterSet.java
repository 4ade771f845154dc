package io.tapgateway.runtime.core.pattern;

/**
 * Which characters a place in a pattern takes: those of ASCII one by one, of all others only whether there may be any.
 * Immutable.
 *
 * @param low of the first 64 characters, by their bits
 * @param high of the next 64
 * @param beyond whether it may take any other character
 * @param exact whether that is so for ASCII; otherwise it takes fewer
 */
record CharacterSet(long low, long high, boolean beyond, boolean exact) {
    /** Everything, or nobody knows what. */
    static final CharacterSet UNKNOWN = new CharacterSet(-1, -1, true, false);

    static final CharacterSet NONE = new CharacterSet(0, 0, false, true);

    /** Others than those of ASCII. */
    static final CharacterSet OTHERS = new CharacterSet(0, 0, true, true);

    static final CharacterSet DIGITS = range('0', '9', false);
    static final CharacterSet SPACES =
            range('\t', '\n', false).or(range('\f', '\r', false)).or(range(' ', ' ', false));
    static final CharacterSet WORD =
            range('a', 'z', true).withoutOthers().or(DIGITS).or(range('_', '_', false));

    static final int ASCII = 128;

    private static final char CASE = 'a' - 'A';

    /** The characters from one to another, and with {@code anyCase} their counterparts. */
    static CharacterSet range(int first, int last, boolean anyCase) {
        if (anyCase && last >= ASCII) {
            return UNKNOWN;
        }
        CharacterSet set = new CharacterSet(0, 0, anyCase || last >= ASCII, true);
        for (int character = first; character <= Math.min(last, ASCII - 1); character++) {
            set = set.with(character);
            if (anyCase && Character.isLetter(character)) {
                set = set.with(character ^ CASE);
            }
        }
        return set;
    }

    private CharacterSet with(int character) {
        long bit = 1L << character;
        return character < Long.SIZE
                ? new CharacterSet(low | bit, high, beyond, exact)
                : new CharacterSet(low, high | bit, beyond, exact);
    }

    private CharacterSet withoutOthers() {
        return new CharacterSet(low, high, false, exact);
    }

    /** What is in one of both. */
    CharacterSet or(CharacterSet other) {
        return exact && other.exact
                ? new CharacterSet(low | other.low, high | other.high, beyond || other.beyond, true)
                : UNKNOWN;
    }

    /** What is not in it. */
    CharacterSet not() {
        return exact ? new CharacterSet(~low, ~high, true, true) : UNKNOWN;
    }

    /** Whether that character of ASCII is in it. */
    boolean has(int character) {
        return ((character < Long.SIZE ? low : high) >>> character & 1) != 0;
    }
}
