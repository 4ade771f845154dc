package io.tapgateway.mcp.provider;

import io.tapgateway.protocol.json.JsonValue;
import java.util.Map;
import java.util.Optional;

/** Keeps what was approved of one server's tools (M-067). Called by one thread at a time. */
public interface PinStore {
    /** Definitions by the server's names; empty before the first list of a server that was approved. */
    Optional<Map<String, JsonValue>> load();

    /** Replaces them. */
    void save(Map<String, JsonValue> definitions);
}
