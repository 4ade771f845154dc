package io.tapgateway.runtime;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.MayChange;

/**
 * An event of a session, as its host publishes it (A/session.event). Immutable.
 *
 * @param name for example {@code user.message}
 * @param data an object
 * @param hearsay whether it comes from somebody who may not act for the user (U-125): such a message renews no inject
 *     budgets (D-191)
 */
public record SessionHostEvent(
        String name, JsonValue data, @MayChange boolean hearsay) {
    /** The name of a message that the user wrote. */
    public static final String USER_MESSAGE = "user.message";

    /**
     * The name of the end of a tool's run; its {@code data} names the {@code tool} and, unless it is the host's own,
     * its {@code provider}. Paired pages hear of it only if the tool is theirs (D-208).
     */
    public static final String TOOL_EXECUTION_COMPLETE = "tool.execution_complete";

    /** An event of somebody who may act for the user, as every host may. */
    public SessionHostEvent(String name, JsonValue data) {
        this(name, data, false);
    }

    /** The user wrote something. */
    public static SessionHostEvent userMessage(String content) {
        return new SessionHostEvent(USER_MESSAGE, JsonValue.object(java.util.Map.of("content", JsonValue.of(content))));
    }

    /** The same event, of somebody who may not act for the user. */
    @MayChange
    public SessionHostEvent asHearsay() {
        return new SessionHostEvent(name, data, true);
    }
}
