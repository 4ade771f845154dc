package io.tapgateway.model;

import io.tapgateway.protocol.model.MayChange;

/**
 * What an answer has cost, in tokens of its model. Immutable.
 *
 * @param input what the model has read
 * @param output what it has written, its reasoning included
 */
@MayChange
public record TokenUsage(long input, long output) {
    /** Nothing at all. */
    public static final TokenUsage NONE = new TokenUsage(0, 0);

    /** What both have cost together. */
    public TokenUsage plus(TokenUsage other) {
        return new TokenUsage(input + other.input, output + other.output);
    }
}
