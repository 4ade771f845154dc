package io.tapgateway.user;

import io.tapgateway.protocol.model.MayChange;

/** Why nobody wants to know any more (U-102). */
@MayChange
public enum Withdrawal {
    /** Its time has passed. */
    EXPIRED("Nobody has answered in time.", "not answered in time"),
    /** What it is about was interrupted. */
    INTERRUPTED("It was interrupted.", "interrupted"),
    /** The session has ended. */
    ENDED("The session has ended.", "its session has ended"),
    /** Whoever has asked takes it back. */
    ASKER("Nobody wants to know any more.", "withdrawn");

    private final String sentence;
    private final String words;

    Withdrawal(String sentence, String words) {
        this.sentence = sentence;
        this.words = words;
    }

    /** For people. */
    public String sentence() {
        return sentence;
    }

    /** The same where the question was shown. */
    String words() {
        return words;
    }
}
