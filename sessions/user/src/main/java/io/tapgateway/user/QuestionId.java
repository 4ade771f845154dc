package io.tapgateway.user;

/**
 * What a question is called where people answer it, from 1 on in each session. Immutable.
 *
 * @param value 1 or more
 */
public record QuestionId(long value) {
    @Override
    public String toString() {
        return Long.toString(value);
    }
}
