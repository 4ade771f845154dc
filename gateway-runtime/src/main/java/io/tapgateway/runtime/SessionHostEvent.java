package io.tapgateway.runtime;

import io.tapgateway.protocol.json.JsonValue;

/**
 * An event of a session, as its host publishes it (A:690). Immutable.
 *
 * @param name for example {@code user.message}
 * @param data an object
 */
public record SessionHostEvent(String name, JsonValue data) {
    /** The name of a message that the user wrote. */
    public static final String USER_MESSAGE = "user.message";

    /** The user wrote something. */
    public static SessionHostEvent userMessage(String content) {
        return new SessionHostEvent(USER_MESSAGE, JsonValue.object(java.util.Map.of("content", JsonValue.of(content))));
    }
}
