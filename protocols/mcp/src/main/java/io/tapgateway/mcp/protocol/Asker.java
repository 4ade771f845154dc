package io.tapgateway.mcp.protocol;

import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import java.util.Optional;

/**
 * Who makes a request that stands by itself, as that request says; what was said before means nothing for it (M-001).
 * Immutable.
 *
 * @param client claims, on which nothing rests
 * @param abilities what may be asked of it while it waits for this request
 */
record Asker(ClientInfo client, ClientAbilities abilities) {
    /** The revision by which a request wants to be judged; empty if it belongs to what a handshake has begun. */
    static Optional<String> revision(JsonValue params) {
        return member(params, MetaKey.PROTOCOL_VERSION).flatMap(JsonReader.TEXT::tryRead);
    }

    /**
     * Reads who asks.
     *
     * @throws JsonFault if something is missing that each request says
     */
    static Asker read(JsonValue params) {
        if (params.get(MetaKey.META).filter(Asker::isObject).isEmpty()) {
            throw new JsonFault("/" + MetaKey.META, "is required");
        }
        if (revision(params).isEmpty()) {
            throw missing(MetaKey.PROTOCOL_VERSION);
        }
        JsonValue capabilities = member(params, MetaKey.CLIENT_CAPABILITIES)
                .filter(Asker::isObject)
                .orElseThrow(() -> missing(MetaKey.CLIENT_CAPABILITIES));
        return new Asker(
                member(params, MetaKey.CLIENT_INFO)
                        .flatMap(ClientInfo.READER::tryRead)
                        .orElse(ClientInfo.UNKNOWN),
                ClientAbilities.of(capabilities));
    }

    private static boolean isObject(JsonValue value) {
        return value.kind() == JsonKind.OBJECT;
    }

    private static JsonFault missing(String key) {
        return new JsonFault(MetaKey.pointer(key), "is required");
    }

    private static Optional<JsonValue> member(JsonValue params, String key) {
        return params.get(MetaKey.META).flatMap(meta -> meta.get(key));
    }
}
