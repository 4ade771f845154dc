package io.tapgateway.model;

/** Why a model gave no answer. Immutable. */
public final class ModelFailure extends Exception {
    private static final long serialVersionUID = 1L;

    private final String sentence;

    /** @param sentence for people: what is wrong, and what to do; without secrets */
    public ModelFailure(String sentence) {
        super(sentence);
        this.sentence = sentence;
    }

    /** What is wrong, and what to do. */
    public String sentence() {
        return sentence;
    }
}
