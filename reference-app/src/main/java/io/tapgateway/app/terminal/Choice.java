package io.tapgateway.app.terminal;

/**
 * What a word may become. Immutable.
 *
 * @param word all of it, with what has been typed already
 * @param shown what people choose from; mostly the same
 * @param about what it is; may be empty
 * @param isComplete whether another word follows
 */
public record Choice(String word, String shown, String about, boolean isComplete) {

    /** A word that needs nothing more. */
    public static Choice of(String word, String about) {
        return new Choice(word, word, about, true);
    }
}
