package io.tapgateway.link;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** There is no gateway to be reached, or what answers is none of ours; the message is a sentence for people. Immutable. */
public final class LinkFailure extends IOException {
    private static final long serialVersionUID = 1L;

    /** What was tried last, if anything was. */
    private final @Nullable LinkAttempt attempt;

    private LinkFailure(String sentence, @Nullable LinkAttempt attempt) {
        super(sentence);
        this.attempt = attempt;
    }

    /** There was nothing that could be tried, or no use in trying. */
    static LinkFailure because(String sentence) {
        return new LinkFailure(sentence, null);
    }

    /** An attempt came to nothing. */
    static LinkFailure of(LinkAttempt attempt, String sentence) {
        return new LinkFailure(sentence, attempt);
    }

    /** Nobody listens where the gateway should. */
    boolean isNobodyThere() {
        return attempt == LinkAttempt.NOBODY;
    }

    /** Whether it is worth while to try again. */
    boolean mayPass() {
        return attempt != null && attempt.mayPass();
    }
}
