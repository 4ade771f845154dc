package io.tapgateway.runtime;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.ToolName;
import java.time.Duration;
import java.util.Set;

/** What a host may hand to its {@link GatewaySession}, judged alike wherever the gateway is. Stateless. */
public final class SessionArguments {
    private SessionArguments() {}

    /**
     * The arguments of a tool.
     *
     * @throws IllegalArgumentException if they are no object
     */
    public static void requireObject(JsonValue args) {
        if (args.kind() != JsonKind.OBJECT) {
            throw new IllegalArgumentException("the arguments of a tool must be a JSON object, not " + args.kind());
        }
    }

    /**
     * How many events of a stream are asked for.
     *
     * @throws IllegalArgumentException if they are none
     */
    public static void requireSome(int last) {
        if (last < 1) {
            throw new IllegalArgumentException("last must be at least 1, not " + last);
        }
    }

    /**
     * How long prompts may be waited for.
     *
     * @throws IllegalArgumentException for less than nothing, or more than the longest wait
     */
    public static void requirePatience(Duration patience) {
        if (patience.isNegative() || patience.compareTo(GatewaySession.LONGEST_WAIT_FOR_PROMPTS) > 0) {
            throw new IllegalArgumentException("prompts are waited for between 0 and "
                    + GatewaySession.LONGEST_WAIT_FOR_PROMPTS.toSeconds() + " seconds, not " + patience);
        }
    }

    /**
     * Names that the host wants to keep for its own tools.
     *
     * @throws IllegalArgumentException for a name that is the gateway's (D-122)
     */
    public static void requireFree(Set<String> names) {
        for (String name : names) {
            if (ToolName.isReserved(name)) {
                throw new IllegalArgumentException(
                        "'" + name + "' is a name that the gateway keeps for tools of its own; choose another");
            }
        }
    }
}
