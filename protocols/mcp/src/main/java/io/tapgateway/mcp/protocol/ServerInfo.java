package io.tapgateway.mcp.protocol;

import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * What a server says of itself, in the handshake or when it is asked; claims, on which nothing rests. Immutable.
 *
 * @param name what it calls itself; empty if it does not say
 * @param lists what it has lists of
 * @param completes whether it completes arguments of prompts and addresses
 * @param tellsOfResources whether it can be had to say when a resource is another one
 */
public record ServerInfo(
        String name,
        Optional<String> version,
        McpRevision revision,
        Set<ServerList> lists,
        boolean completes,
        boolean tellsOfResources) {
    private static final JsonReader<JsonObject> OBJECT = JsonReader.object(in -> in);

    public ServerInfo {
        lists = Set.copyOf(lists);
    }

    /** Reads it from the result of {@code initialize}, or of {@code server/discover}, which names it elsewhere. */
    static ServerInfo read(JsonObject result, McpRevision revision) {
        Optional<JsonObject> self = result.optional(MetaKey.META, OBJECT)
                .flatMap(it -> it.optional(MetaKey.SERVER_INFO, OBJECT))
                .or(() -> result.optional("serverInfo", OBJECT));
        JsonObject able =
                JsonObject.of(result.optional("capabilities", JsonReader.OBJECT).orElse(JsonValue.EMPTY_OBJECT));
        return new ServerInfo(
                self.flatMap(it -> it.optional("name", JsonReader.TEXT)).orElse(""),
                self.flatMap(it -> it.optional("version", JsonReader.TEXT)),
                revision,
                ServerList.of(able::isSet),
                able.isSet("completions"),
                able.optional("resources", JsonReader.ANY)
                        .flatMap(it -> it.get("subscribe"))
                        .flatMap(JsonReader.FLAG::tryRead)
                        .orElse(false));
    }

    /**
     * Which of its news a client asks for that has to.
     *
     * @param uris of resources that somebody follows
     */
    NewsFilter news(Set<String> uris) {
        Set<ListChange> changes = EnumSet.noneOf(ListChange.class);
        for (ListChange each : ListChange.values()) {
            if (lists.stream().anyMatch(each::isOf)) {
                changes.add(each);
            }
        }
        return new NewsFilter(changes, tellsOfResources ? uris : Set.of());
    }
}
