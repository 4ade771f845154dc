package io.tapgateway.mcp.protocol;

import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.TraceParent;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a client calls a tool with. Immutable.
 *
 * @param args an object
 * @param progressToken what reports are to be marked with, if the client wants any (M-023)
 * @param traceParent the span of the caller
 */
public record CallParams(
        String tool, JsonValue args, Optional<JsonValue> progressToken, Optional<TraceParent> traceParent) {
    private static final JsonReader<JsonValue> PROGRESS_TOKEN =
            JsonReader.ANY.where(it -> RpcId.READER.tryRead(it).isPresent(), "must be a string or an integer");

    /** Reads them; a trace that is not well-formed is none, as W3C Trace Context demands. */
    static CallParams read(JsonObject params) {
        return new CallParams(
                params.required("name", JsonReader.TEXT),
                params.optional("arguments", JsonReader.OBJECT).orElse(JsonValue.EMPTY_OBJECT),
                meta(params, "progressToken", PROGRESS_TOKEN),
                meta(params, "traceparent", JsonReader.ANY).flatMap(JsonReader.text(TraceParent::new)::tryRead));
    }

    private static <T> Optional<T> meta(JsonObject params, String name, JsonReader<T> reader) {
        return params.optional("_meta", JsonReader.object(meta -> meta.optional(name, reader)))
                .flatMap(Function.identity());
    }
}
