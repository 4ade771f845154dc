package io.tapgateway.model;

import io.tapgateway.protocol.model.MayChange;

/**
 * How one turn is taken where that differs from the others of its agent. Immutable.
 *
 * @param model that thinks in it
 * @param answers how often it is asked at most; 1 or more, and never more often than the agent's limits say
 * @param oneByOne whether the tools that one answer wants are used one after the other, and share the room that the
 *     result of one has otherwise
 */
@MayChange
public record TurnManner(LanguageModel model, int answers, boolean oneByOne) {
    public TurnManner {
        if (answers < 1) {
            throw new IllegalArgumentException("answers: a turn has at least one, not " + answers);
        }
    }
}
