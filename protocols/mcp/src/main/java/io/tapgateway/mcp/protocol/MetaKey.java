package io.tapgateway.mcp.protocol;

import io.tapgateway.protocol.json.JsonValue;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The members of {@code _meta} that mean something here: those that the protocol itself has since messages stand by
 * themselves, and what else is said from one end of a connection to the other and no further. Stateless.
 */
final class MetaKey {
    /** The member of parameters and results in which they are. */
    static final String META = "_meta";

    static final String PROGRESS_TOKEN = "progressToken";
    static final String TRACE_PARENT = "traceparent";

    private static final String TRACE_STATE = "tracestate";
    private static final String PROTOCOL = "io.modelcontextprotocol/";
    private static final String OURS = "io.tapgateway/";

    static final String PROTOCOL_VERSION = of("protocolVersion");
    static final String CLIENT_INFO = of("clientInfo");
    static final String CLIENT_CAPABILITIES = of("clientCapabilities");
    static final String SERVER_INFO = of("serverInfo");
    static final String LOG_LEVEL = of("logLevel");
    static final String SUBSCRIPTION = of("subscriptionId");

    private MetaKey() {}

    private static String of(String name) {
        return PROTOCOL + name;
    }

    /** Where such a member stands in the parameters of a request, as a JSON pointer. */
    static String pointer(String key) {
        return "/" + META + "/" + key.replace("/", "~1");
    }

    /**
     * What of {@code _meta} is meant for whoever does what is asked (M-023): all but what is about this connection, and
     * the trace, which is said apart.
     *
     * @param traced whether a trace is said; without one, its state means nothing
     * @return empty if there is nothing else
     */
    static Optional<JsonValue> additions(JsonValue meta, boolean traced) {
        Map<String, JsonValue> all = meta.members();
        if (all.keySet().stream().noneMatch(it -> isAddition(it, traced))) {
            return Optional.empty();
        }
        Map<String, JsonValue> additions = new LinkedHashMap<>(all);
        additions.keySet().removeIf(it -> !isAddition(it, traced));
        return Optional.of(JsonValue.object(additions));
    }

    private static boolean isAddition(String name, boolean traced) {
        return !name.equals(PROGRESS_TOKEN)
                && !name.equals(TRACE_PARENT)
                && !name.startsWith(PROTOCOL)
                && !name.startsWith(OURS)
                && (traced || !name.equals(TRACE_STATE));
    }
}
