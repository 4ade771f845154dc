package io.tapgateway.runtime.text;

import io.tapgateway.protocol.json.JsonValue;
import java.text.Normalizer;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Provider text made fit for a model: whole, with its line breaks and tabs, in NFC, without control, escape,
 * bidirectional and invisible characters, and without tokens (T-07, T-17, T-19). Stateless.
 */
public final class ModelText {
    /** In front of the first character. */
    public static final int NOTHING = 0;

    private static final int ASCII = 0x7F;
    private static final int REPLACEMENT = 0xFFFD;
    private static final int OBJECT_REPLACEMENT = 0xFFFC;
    private static final int BRAILLE_BLANK = 0x2800;
    private static final int LINE_SEPARATOR = 0x2028;
    private static final int PARAGRAPH_SEPARATOR = 0x2029;

    private ModelText() {}

    /** The text as a model may be shown it. */
    public static String clean(String text) {
        String safe = TokenText.blanked(text);
        if (isPlain(safe)) {
            return safe;
        }
        StringBuilder out = new StringBuilder(safe.length());
        int before = NOTHING;
        for (int i = 0; i < safe.length(); ) {
            int c = safe.codePointAt(i);
            i += Character.charCount(c);
            int shown = isLineBreak(c) ? '\n' : isHalf(c) ? REPLACEMENT : c;
            if (shown == '\n' || shown == '\t' || isVisible(shown, before)) {
                out.appendCodePoint(shown);
                before = shown;
            }
        }
        return Normalizer.normalize(out, Normalizer.Form.NFC);
    }

    /**
     * The value with all strings and names in it as a model may be shown them. Of members whose names are the same
     * then, the first stays.
     */
    public static JsonValue clean(JsonValue value) {
        return switch (value.kind()) {
            case STRING -> {
                String clean = clean(value.asString());
                yield clean.equals(value.asString()) ? value : JsonValue.of(clean);
            }
            case ARRAY ->
                isClean(value)
                        ? value
                        : JsonValue.array(
                                value.elements().stream().map(ModelText::clean).toList());
            case OBJECT -> {
                if (isClean(value)) {
                    yield value;
                }
                Map<String, JsonValue> members = new LinkedHashMap<>();
                value.members().forEach((name, member) -> members.putIfAbsent(clean(name), clean(member)));
                yield JsonValue.object(members);
            }
            case NUMBER, BOOLEAN, NULL -> value;
        };
    }

    /** Whether nobody sees anything of the text. */
    public static boolean isBlank(String text) {
        String shown = clean(text);
        for (int i = 0; i < shown.length(); i++) {
            char c = shown.charAt(i);
            if (!Character.isWhitespace(c) && !Character.isSpaceChar(c) && c != BRAILLE_BLANK) {
                return false;
            }
        }
        return true;
    }

    /** Whether there is nothing to clean, as in most texts; tokens apart. */
    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c > '~' || (c < ' ' && c != '\n' && c != '\t')) {
                return false;
            }
        }
        return true;
    }

    /** The same of JSON text, in which an escape can stand for anything. */
    public static boolean isPlainJson(String json) {
        return isPlain(json) && json.indexOf('\\') < 0;
    }

    private static boolean isClean(JsonValue value) {
        return isPlainJson(value.json()) && TokenText.blanked(value.json()).equals(value.json());
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
     * Whether somebody who looks at the character sees that it is there, or how it joins or changes the one before it.
     * Blanks count as visible, line breaks and tabs do not.
     *
     * @param before the last visible character in front of it; {@link #NOTHING} if there is none
     */
    public static boolean isVisible(int codePoint, int before) {
        return isStyle(codePoint) ? takesStyle(before) : isJoiner(codePoint) ? joins(before) : isVisible(codePoint);
    }

    /** Whether somebody who looks at the character by itself sees that it is there. */
    static boolean isVisible(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.UNASSIGNED,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> !isBlankLetter(codePoint) && !isSelector(codePoint);
        };
    }

    /** Needed to write several languages, and to compose pictures of people. */
    private static boolean isJoiner(int codePoint) {
        return codePoint == 0x200C || codePoint == 0x200D;
    }

    /** Behind other characters a joiner does nothing that anybody sees. */
    private static boolean joins(int before) {
        return before > ASCII
                && switch (Character.getType(before)) {
                    case Character.UPPERCASE_LETTER,
                            Character.LOWERCASE_LETTER,
                            Character.TITLECASE_LETTER,
                            Character.MODIFIER_LETTER,
                            Character.OTHER_LETTER,
                            Character.NON_SPACING_MARK,
                            Character.COMBINING_SPACING_MARK ->
                        Character.UnicodeScript.of(before) != Character.UnicodeScript.LATIN;
                    // Colours of skin.
                    case Character.MODIFIER_SYMBOL -> true;
                    default -> isPicture(before);
                };
    }

    /** Letters and marks by category that have no shape. */
    private static boolean isBlankLetter(int codePoint) {
        return switch (codePoint) {
            case 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0 -> true;
            default -> false;
        };
    }

    /** Variation selectors can spell out whole texts that nobody sees. */
    private static boolean isSelector(int codePoint) {
        return (codePoint >= 0xFE00 && codePoint <= 0xFE0F)
                || (codePoint >= 0xE0100 && codePoint <= 0xE01EF)
                || (codePoint >= 0x180B && codePoint <= 0x180F);
    }

    /** Two of them, the styles of text and of pictures, are in real use. */
    private static boolean isStyle(int codePoint) {
        return codePoint == 0xFE0E || codePoint == 0xFE0F;
    }

    private static boolean takesStyle(int before) {
        return isPicture(before) || (before >= '0' && before <= '9') || before == '#' || before == '*';
    }

    /** Pictures are symbols, but for a few. */
    private static boolean isPicture(int codePoint) {
        int type = Character.getType(codePoint);
        boolean symbol = type == Character.OTHER_SYMBOL || type == Character.MATH_SYMBOL;
        return switch (codePoint) {
            case 0x203C, 0x2049, 0x2139, 0x3030 -> true;
            case OBJECT_REPLACEMENT, REPLACEMENT -> false;
            default -> symbol && codePoint > ASCII;
        };
    }
}
