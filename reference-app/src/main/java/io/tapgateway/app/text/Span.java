package io.tapgateway.app.text;

/** A piece of a line with its meaning. Immutable. */
public record Span(Tone tone, String text) {

    /** Text without a meaning of its own. */
    public static Span plain(String text) {
        return new Span(Tone.PLAIN, text);
    }
}
