package io.tapgateway.mcp.protocol;

import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import java.util.Optional;

/**
 * What a server says of itself in the handshake; claims, on which nothing rests. Immutable.
 *
 * @param name what it calls itself; empty if it does not say
 * @param listsTools whether it has any
 */
public record ServerInfo(String name, Optional<String> version, McpRevision revision, boolean listsTools) {
    /** Reads it from the result of {@code initialize}. */
    static ServerInfo read(JsonObject result, McpRevision revision) {
        Optional<JsonObject> self = result.optional("serverInfo", JsonReader.object(in -> in));
        boolean tools = result.optional("capabilities", JsonReader.object(in -> in.isSet("tools")))
                .orElse(false);
        return new ServerInfo(
                self.flatMap(it -> it.optional("name", JsonReader.TEXT)).orElse(""),
                self.flatMap(it -> it.optional("version", JsonReader.TEXT)),
                revision,
                tools);
    }
}
