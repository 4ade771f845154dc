package io.tapgateway.runtime;

import io.tapgateway.protocol.json.JsonValue;

/**
 * An event of a session, as its host publishes it (A/session.event). Immutable.
 *
 * @param name for example {@code user.message}
 * @param data an object
 */
public record SessionHostEvent(String name, JsonValue data) {
    /** The name of a message that the user wrote. */
    public static final String USER_MESSAGE = "user.message";

    /**
     * The name of the end of a tool's run; its {@code data} names the {@code tool} and, unless it is the host's own,
     * its {@code provider}. Paired pages hear of it only if the tool is theirs (D-208).
     */
    public static final String TOOL_EXECUTION_COMPLETE = "tool.execution_complete";

    /** The user wrote something. */
    public static SessionHostEvent userMessage(String content) {
        return new SessionHostEvent(USER_MESSAGE, JsonValue.object(java.util.Map.of("content", JsonValue.of(content))));
    }
}
