package io.tapgateway.model;

import io.tapgateway.protocol.model.MayChange;

/** Why a model gave no answer. Immutable. */
public final class ModelFailure extends Exception {
    private static final long serialVersionUID = 1L;

    private final String sentence;
    private final boolean misled;

    /** @param sentence for people: what is wrong, and what to do; without secrets */
    public ModelFailure(String sentence) {
        this(sentence, false);
    }

    private ModelFailure(String sentence, boolean misled) {
        super(sentence);
        this.sentence = sentence;
        this.misled = misled;
    }

    /** The model has answered, but not in the way that it was told to. */
    @MayChange
    public static ModelFailure ofWrongAnswers(String sentence) {
        return new ModelFailure(sentence, true);
    }

    /** How a turn ends for which there is no answer. */
    TurnEnd end() {
        return new TurnEnd(misled ? TurnEnd.Kind.INVALID : TurnEnd.Kind.FAILED, sentence);
    }

    /** What is wrong, and what to do. */
    public String sentence() {
        return sentence;
    }
}
