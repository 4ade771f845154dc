package io.tapgateway.app.text;

/** What a piece of a line means, and so how it looks where there are colours. */
public enum Tone {
    /** Nothing special. */
    PLAIN(""),
    /** Of less interest than the rest. */
    FAINT("2"),
    /** A name. */
    NAME("36"),
    /** All is well. */
    GOOD("32"),
    /** Worth a look. */
    NOTABLE("33"),
    /** Something is wrong. */
    BAD("31"),
    /** Not to be overlooked. */
    LOUD("1;35");

    private final String parameters;

    Tone(String parameters) {
        this.parameters = parameters;
    }

    /** What a terminal is told before it; nothing for {@link #PLAIN}. */
    String parameters() {
        return parameters;
    }
}
