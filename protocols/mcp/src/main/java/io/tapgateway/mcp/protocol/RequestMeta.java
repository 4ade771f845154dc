package io.tapgateway.mcp.protocol;

import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.TraceParent;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a client says along with a request (M-023). Immutable.
 *
 * @param progressToken what reports are to be marked with, if the client wants any
 * @param traceParent the span of the caller
 * @param logLevel from which on lines for its log go along with the answer; empty if that is not for it to say, or none
 *     do
 * @param retry if the request is made again
 */
public record RequestMeta(
        Optional<JsonValue> progressToken,
        Optional<TraceParent> traceParent,
        Optional<McpLogLevel> logLevel,
        Optional<Retry> retry) {
    /** Nothing. */
    public static final RequestMeta NONE =
            new RequestMeta(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    private static final JsonReader<JsonValue> PROGRESS_TOKEN =
            JsonReader.ANY.where(it -> RpcId.READER.tryRead(it).isPresent(), "must be a string or an integer");

    /** Reads it from parameters; a trace that is not well-formed is none, as W3C Trace Context demands. */
    static RequestMeta read(JsonObject params, McpRevision revision) {
        return new RequestMeta(
                meta(params, "progressToken", PROGRESS_TOKEN),
                meta(params, "traceparent", JsonReader.ANY).flatMap(JsonReader.text(TraceParent::new)::tryRead),
                revision.hasHandshake() ? Optional.empty() : meta(params, MetaKey.LOG_LEVEL, McpLogLevel.WORDS),
                revision.hasHandshake() ? Optional.empty() : Retry.read(params));
    }

    /** Whether something may be said before the answer. */
    public boolean wantsReports() {
        return progressToken.isPresent() || logLevel.isPresent();
    }

    private static <T> Optional<T> meta(JsonObject params, String name, JsonReader<T> reader) {
        return params.optional("_meta", JsonReader.object(meta -> meta.optional(name, reader)))
                .flatMap(Function.identity());
    }
}
