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
    /** Of a client that says nothing of itself, which is welcome, too. */
    public static final ClientInfo UNKNOWN = new ClientInfo("", Optional.empty());

    static final JsonReader<ClientInfo> READER = JsonReader.object(ClientInfo::new);

    /** Agents whose names have this refuse, where there is no handshake, what they have not asked for (G-014). */
    private static final String RETICENT = "claude-code";

    /** Reads it. */
    static ClientInfo read(JsonObject params) {
        return params.optional("clientInfo", READER).orElse(UNKNOWN);
    }

    /** Whether it is better served where there is a handshake. */
    boolean isBetterWithHandshake() {
        return name.contains(RETICENT);
    }

    private ClientInfo(JsonObject in) {
        this(in.optional("name", JsonReader.TEXT).orElse(""), in.optional("title", JsonReader.TEXT));
    }
}
