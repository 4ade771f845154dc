package io.tapgateway.mcp.protocol;

import io.tapgateway.protocol.json.JsonFault;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.Limit;
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
 * @param additions what else is meant for whoever does what is asked: an object of at most {@link Limit#CALL_ADDITIONS}
 */
public record RequestMeta(
        Optional<JsonValue> progressToken,
        Optional<TraceParent> traceParent,
        Optional<McpLogLevel> logLevel,
        Optional<Retry> retry,
        Optional<JsonValue> additions) {
    /** Nothing. */
    public static final RequestMeta NONE =
            new RequestMeta(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    private static final int MOST_ADDED = (int) Limit.CALL_ADDITIONS.standard();

    private static final JsonReader<JsonValue> PROGRESS_TOKEN =
            JsonReader.ANY.where(it -> RpcId.READER.tryRead(it).isPresent(), "must be a string or an integer");

    /**
     * Reads it from parameters; a trace that is not well-formed is none, as W3C Trace Context demands.
     *
     * @throws JsonFault if something of it is wrong, or too large
     */
    static RequestMeta read(JsonObject params, McpRevision revision) {
        Optional<TraceParent> trace =
                meta(params, MetaKey.TRACE_PARENT, JsonReader.ANY).flatMap(JsonReader.text(TraceParent::new)::tryRead);
        return new RequestMeta(
                meta(params, MetaKey.PROGRESS_TOKEN, PROGRESS_TOKEN),
                trace,
                revision.hasHandshake() ? Optional.empty() : meta(params, MetaKey.LOG_LEVEL, McpLogLevel.WORDS),
                revision.hasHandshake() ? Optional.empty() : Retry.read(params),
                additions(params, trace.isPresent()));
    }

    private static Optional<JsonValue> additions(JsonObject params, boolean traced) {
        Optional<JsonValue> added =
                params.optional(MetaKey.META, JsonReader.OBJECT).flatMap(it -> MetaKey.additions(it, traced));
        if (added.filter(it -> !it.fitsInto(MOST_ADDED)).isPresent()) {
            throw new JsonFault("/" + MetaKey.META, "has more than " + MOST_ADDED + " bytes for the tool");
        }
        return added;
    }

    /** Whether something may be said before the answer. */
    public boolean wantsReports() {
        return progressToken.isPresent() || logLevel.isPresent();
    }

    private static <T> Optional<T> meta(JsonObject params, String name, JsonReader<T> reader) {
        return params.optional(MetaKey.META, JsonReader.object(meta -> meta.optional(name, reader)))
                .flatMap(Function.identity());
    }
}
