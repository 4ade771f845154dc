package io.tapgateway.mcp.protocol;

import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;

/**
 * What a client calls a tool with. Immutable.
 *
 * @param args an object
 */
public record CallParams(String tool, JsonValue args, RequestMeta meta) {
    /** Reads them. */
    static CallParams read(JsonObject params, McpRevision revision) {
        return new CallParams(
                params.required("name", JsonReader.TEXT),
                params.optional("arguments", JsonReader.OBJECT).orElse(JsonValue.EMPTY_OBJECT),
                RequestMeta.read(params, revision));
    }
}
