package io.tapgateway.app.home;

/**
 * Something outside the program is in the way. The message is for a person: what is wrong, and what to do about it. It
 * has no stack trace, because the reader did not write the code. Immutable.
 */
public final class Problem extends Exception {
    private static final long serialVersionUID = 1L;

    /** @param sentence one or two sentences without secrets */
    public Problem(String sentence) {
        super(sentence, null, false, false);
    }

    /** What to tell the person. */
    public String sentence() {
        return String.valueOf(getMessage());
    }
}
