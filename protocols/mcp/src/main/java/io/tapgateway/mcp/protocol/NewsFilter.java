package io.tapgateway.mcp.protocol;

import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonWriter;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Of which news a client wants to know that listens (M-022). Immutable.
 *
 * @param uris of the resources whose changes it wants to hear of, at most {@link McpLimit#FOLLOWED}
 */
public record NewsFilter(Set<ListChange> changes, Set<String> uris) {
    private static final String URIS = "resourceSubscriptions";

    private static final JsonReader<List<String>> ADDRESSES = JsonReader.list(JsonReader.TEXT)
            .where(
                    it -> it.size() <= McpLimit.FOLLOWED.most(),
                    "must be " + McpLimit.FOLLOWED.most() + " addresses at most");

    public NewsFilter {
        changes = Set.copyOf(changes);
        uris = Set.copyOf(uris);
    }

    /** Whether it is of no news at all. */
    boolean isEmpty() {
        return changes.isEmpty() && uris.isEmpty();
    }

    /** The same with these resources. */
    public NewsFilter following(Set<String> others) {
        return new NewsFilter(changes, others);
    }

    /** Reads it from the parameters of {@code subscriptions/listen}. */
    static NewsFilter read(JsonObject params) {
        return params.required("notifications", JsonReader.object(in -> {
            Set<ListChange> changes = EnumSet.noneOf(ListChange.class);
            for (ListChange each : ListChange.values()) {
                if (in.flag(each.wish())) {
                    changes.add(each);
                }
            }
            return new NewsFilter(
                    changes, Set.copyOf(in.optional(URIS, ADDRESSES).orElse(List.of())));
        }));
    }

    /** Writes it as a client would have. */
    void write(JsonWriter out) {
        for (ListChange each : ListChange.values()) {
            out.flagIfSet(each.wish(), changes.contains(each));
        }
        if (!uris.isEmpty()) {
            out.texts(URIS, new TreeSet<>(uris));
        }
    }
}
