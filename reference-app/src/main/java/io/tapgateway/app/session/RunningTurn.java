package io.tapgateway.app.session;

/**
 * A turn of a model that plays the agent, at one moment. Immutable.
 *
 * @param number counts the turns of the agent, from 1
 * @param text what the model has written so far of the answer that it is writing, {@value #MOST_CHARACTERS} characters
 *     at most
 */
public record RunningTurn(long number, Phase phase, String text) {
    /** How much is kept of an answer that is being written. The whole of it is {@link Said} in the end. */
    public static final int MOST_CHARACTERS = 32 << 10;

    /** What the agent is at. */
    public enum Phase {
        /** The model is asked, and nothing that it says is there yet. */
        THINKING,
        /** The model says something. */
        WRITING,
        /** The model waits for tools. */
        TOOLS,
        /** The turn is not running any more. */
        OVER
    }

    /**
     * What has changed in it, for somebody who knows how it was before.
     *
     * @param from how many characters come before {@code piece}
     * @param piece what the model has written since, perhaps nothing
     */
    public record Change(long number, Phase phase, int from, String piece) {}
}
