package io.tapgateway.protocol.json;

/** Finds halves of surrogate pairs, which UTF-8 cannot carry. Stateless. */
final class Surrogates {
    private Surrogates() {}

    /** The index, from {@code from} on, of a surrogate that is not half of a pair; negative if there is none. */
    static int nextLone(String text, int from) {
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                if (Character.isLowSurrogate(c)
                        || i + 1 == text.length()
                        || !Character.isLowSurrogate(text.charAt(i + 1))) {
                    return i;
                }
                i++;
            }
        }
        return -1;
    }
}
