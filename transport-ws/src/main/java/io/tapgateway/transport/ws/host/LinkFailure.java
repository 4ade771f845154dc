package io.tapgateway.transport.ws.host;

import java.io.IOException;

/** There is no gateway to be reached, or what answers is none of ours; the message is a sentence for people. Immutable. */
public final class LinkFailure extends IOException {
    private static final long serialVersionUID = 1L;

    private final boolean nobody;

    private LinkFailure(String sentence, boolean nobody) {
        super(sentence);
        this.nobody = nobody;
    }

    static LinkFailure because(String sentence) {
        return new LinkFailure(sentence, false);
    }

    /** Nobody listens where the gateway should. */
    static LinkFailure nobody(String sentence) {
        return new LinkFailure(sentence, true);
    }

    boolean isNobodyThere() {
        return nobody;
    }
}
