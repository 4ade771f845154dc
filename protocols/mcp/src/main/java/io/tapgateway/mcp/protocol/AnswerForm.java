package io.tapgateway.mcp.protocol;

import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How a request is answered, by the revision that judges it. Immutable. */
public final class AnswerForm {
    /** As it is: who answers is known by the handshake. */
    static final AnswerForm OF_HANDSHAKE = new AnswerForm(Optional.empty(), false);

    static final String COMPLETE = "complete";
    static final String INPUT_REQUIRED = "input_required";
    static final String QUESTIONS = "inputRequests";

    private static final String RESULT_TYPE = "resultType";
    /** Of the server; empty where answers do not stand by themselves. */
    private final Optional<JsonValue> self;

    private final boolean keeps;

    private AnswerForm(Optional<JsonValue> self, boolean keeps) {
        this.self = self;
        this.keeps = keeps;
    }

    /**
     * An answer that stands by itself.
     *
     * @param self what the server says of itself
     * @param keeps whether the client is told how long the result is good: not at all, since providers come and go, and
     *     for nobody else
     */
    static AnswerForm of(JsonValue self, boolean keeps) {
        return new AnswerForm(Optional.of(self), keeps);
    }

    /** What a result that stands by itself says that it is. */
    static String kind(JsonObject result) {
        return result.optional(RESULT_TYPE, JsonReader.TEXT).orElse(COMPLETE);
    }

    /** A result with what it says of itself. */
    JsonValue of(JsonValue result) {
        if (self.isEmpty()) {
            return result;
        }
        Map<String, JsonValue> members = new LinkedHashMap<>();
        members.put(RESULT_TYPE, JsonValue.of(COMPLETE));
        members.putAll(result.members());
        if (keeps) {
            members.put("ttlMs", JsonValue.of(0));
            members.put("cacheScope", JsonValue.of("private"));
        }
        members.put(MetaKey.META, meta(result));
        return JsonValue.object(members);
    }

    /** What is not yet a result: questions, whose answers come with the next request. */
    JsonValue asking(List<ServerRequest> questions, String state) {
        return JsonWriter.toValue(out -> out.text(RESULT_TYPE, INPUT_REQUIRED)
                .object(
                        QUESTIONS,
                        all -> questions.forEach(it -> all.object(
                                it.name(),
                                each -> each.text("method", it.method()).value("params", it.params()))))
                .text(Retry.STATE, state)
                .value(MetaKey.META, meta(JsonValue.EMPTY_OBJECT)));
    }

    /** What has ended that had no other result than what it brought meanwhile. */
    JsonValue ended(RpcId subscription) {
        return JsonWriter.toValue(out -> out.text(RESULT_TYPE, COMPLETE)
                .object(
                        MetaKey.META,
                        meta -> meta.value(MetaKey.SUBSCRIPTION, subscription.value())
                                .value(MetaKey.SERVER_INFO, self)));
    }

    private JsonValue meta(JsonValue result) {
        Map<String, JsonValue> meta = new LinkedHashMap<>(
                result.get(MetaKey.META).map(JsonValue::members).orElse(Map.of()));
        self.ifPresent(it -> meta.put(MetaKey.SERVER_INFO, it));
        return JsonValue.object(meta);
    }

    /** An error with the code that the revision has for it. */
    RpcError of(RpcError error) {
        return self.isEmpty() ? error : error.standingAlone();
    }
}
