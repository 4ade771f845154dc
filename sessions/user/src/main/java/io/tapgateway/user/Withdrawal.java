package io.tapgateway.user;

import io.tapgateway.protocol.model.MayChange;

/** Why nobody wants to know any more (U-102). */
@MayChange
public enum Withdrawal {
    /** Its time has passed. */
    EXPIRED("Nobody has answered in time.", QuestionEnd.How.EXPIRED),
    /** What it is about was interrupted. */
    INTERRUPTED("It was interrupted.", QuestionEnd.How.INTERRUPTED),
    /** The session has ended. */
    ENDED("The session has ended.", QuestionEnd.How.SESSION_ENDED),
    /** Whoever has asked takes it back. */
    ASKER("Nobody wants to know any more.", QuestionEnd.How.WITHDRAWN);

    private final String sentence;
    private final QuestionEnd.How end;

    Withdrawal(String sentence, QuestionEnd.How end) {
        this.sentence = sentence;
        this.end = end;
    }

    /** For people. */
    public String sentence() {
        return sentence;
    }

    /** The same where the question was shown. */
    QuestionEnd end() {
        return QuestionEnd.of(end);
    }
}
