package io.tapgateway.mcp.protocol;

import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import java.util.Optional;

/**
 * What a client says of itself; claims, on which nothing rests. Immutable.
 *
 * @param name what it calls itself; empty if it does not say
 * @param title the same for people
 */
public record ClientInfo(String name, Optional<String> title) {
    /** Reads it; whoever says nothing of itself is welcome, too. */
    static ClientInfo read(JsonObject params) {
        return params.optional("clientInfo", JsonReader.object(ClientInfo::new))
                .orElseGet(() -> new ClientInfo("", Optional.empty()));
    }

    private ClientInfo(JsonObject in) {
        this(in.optional("name", JsonReader.TEXT).orElse(""), in.optional("title", JsonReader.TEXT));
    }
}
