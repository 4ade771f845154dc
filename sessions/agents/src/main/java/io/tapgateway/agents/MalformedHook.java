package io.tapgateway.agents;

/** What came is not what an agent says to its hooks; the message is a sentence for the agent's user. Immutable. */
public final class MalformedHook extends Exception {
    private static final long serialVersionUID = 1L;

    MalformedHook(String sentence) {
        super(sentence, null, false, false);
    }
}
