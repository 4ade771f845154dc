package io.tapgateway.model;

/**
 * Something that people may want to see of an agent's work. Immutable.
 *
 * @param text for people; what a model wrote is in it as it came
 */
public record AgentNews(Kind kind, String text) {
    /** What happened. */
    public enum Kind {
        /** The user said something, of which a turn is made in time unless it is refused. */
        HEARD,
        /** A turn began. */
        TURN_STARTED,
        /** The model said something, in the middle of a turn or at its end. */
        SAID,
        /** The model uses a tool. */
        TOOL_USED,
        /** A turn ended otherwise than by an answer, or could not begin. */
        TURN_FAILED
    }
}
