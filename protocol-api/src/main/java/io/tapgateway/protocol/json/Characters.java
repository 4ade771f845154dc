package io.tapgateway.protocol.json;

/**
 * Texts cut at a number of characters as Java counts them, and never between the two halves of a surrogate pair: half a
 * character is none, and no JSON. What is measured in bytes is cut by {@link Utf8Length}. Stateless.
 */
public final class Characters {
    private Characters() {}

    /** As much of the text as has at most that many characters, or one less where that would cut a pair. */
    public static String beginning(String text, int most) {
        return text.substring(0, end(text, 0, most));
    }

    /**
     * Where a part of a text ends that begins at {@code from} and has at most that many characters.
     *
     * @param most 2 or more, so that each part takes something of the text
     */
    public static int end(CharSequence text, int from, int most) {
        if (text.length() - from <= most) {
            return text.length();
        }
        int end = from + most;
        return end > from && Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end;
    }
}
