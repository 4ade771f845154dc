package io.tapgateway.runtime.text;

import java.text.Normalizer;

/**
 * Provider text made fit for a model: whole, with its line breaks and tabs, in NFC, without control, escape,
 * bidirectional and invisible characters, and without tokens (T-07, T-17, T-19). Stateless.
 */
public final class ModelText {
    private static final int LINE_SEPARATOR = 0x2028;
    private static final int PARAGRAPH_SEPARATOR = 0x2029;

    private ModelText() {}

    /** The text as a model may be shown it. */
    public static String clean(String text) {
        StringBuilder out = new StringBuilder(text.length());
        TokenText.blanked(text).codePoints().forEach(c -> {
            if (isLineBreak(c)) {
                out.append('\n');
            } else if (c == '\t') {
                out.append('\t');
            } else if (isHalf(c)) {
                out.append('\uFFFD');
            } else if (isVisible(c)) {
                out.appendCodePoint(c);
            }
        });
        return Normalizer.normalize(out, Normalizer.Form.NFC);
    }

    /** Whether a line ends there; a carriage return is never needed for that. */
    public static boolean isLineBreak(int codePoint) {
        return codePoint == '\n' || codePoint == LINE_SEPARATOR || codePoint == PARAGRAPH_SEPARATOR;
    }

    /** Whether it is a surrogate that lost its other half. */
    public static boolean isHalf(int codePoint) {
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    }

    /**
     * Whether somebody who looks at the character sees that it is there, or how it joins its neighbours. Blanks count
     * as visible, line breaks and tabs do not.
     */
    public static boolean isVisible(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.UNASSIGNED,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            case Character.FORMAT -> isJoiner(codePoint);
            default -> !isBlankLetter(codePoint) && !isSilentSelector(codePoint);
        };
    }

    /** Needed to write several languages, and to compose pictures of people. */
    private static boolean isJoiner(int codePoint) {
        return codePoint == 0x200C || codePoint == 0x200D;
    }

    /** Letters and marks by category that have no shape. */
    private static boolean isBlankLetter(int codePoint) {
        return switch (codePoint) {
            case 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0 -> true;
            default -> false;
        };
    }

    /**
     * Variation selectors can spell out whole texts that nobody sees; two of them, text and picture style, are in real
     * use.
     */
    private static boolean isSilentSelector(int codePoint) {
        return (codePoint >= 0xFE00 && codePoint <= 0xFE0D) || (codePoint >= 0xE0100 && codePoint <= 0xE01EF);
    }
}
