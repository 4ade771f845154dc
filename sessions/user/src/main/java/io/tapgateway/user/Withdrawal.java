package io.tapgateway.user;

import io.tapgateway.protocol.model.MayChange;

/** Why nobody wants to know any more (U-102). */
@MayChange
public enum Withdrawal {
    /** Its time has passed. */
    EXPIRED("Nobody has answered in time."),
    /** What it is about was interrupted. */
    INTERRUPTED("It was interrupted."),
    /** The session has ended. */
    ENDED("The session has ended."),
    /** Whoever has asked takes it back. */
    ASKER("Nobody wants to know any more.");

    private final String sentence;

    Withdrawal(String sentence) {
        this.sentence = sentence;
    }

    /** For people. */
    public String sentence() {
        return sentence;
    }
}
