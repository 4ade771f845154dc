package io.tapgateway.protocol.codec;

import static io.tapgateway.protocol.codec.Identifiers.CALL_ID;
import static io.tapgateway.protocol.codec.Identifiers.GATE_ID;
import static io.tapgateway.protocol.codec.Identifiers.QUERY_ID;
import static io.tapgateway.protocol.codec.Identifiers.REQUEST_ID;
import static io.tapgateway.protocol.codec.Identifiers.SESSION_ID;
import static io.tapgateway.protocol.codec.Identifiers.STREAM_ADDRESS;
import static io.tapgateway.protocol.codec.Identifiers.STREAM_NAME;
import static io.tapgateway.protocol.json.JsonReader.ANY;
import static io.tapgateway.protocol.json.JsonReader.FLAG;
import static io.tapgateway.protocol.json.JsonReader.OBJECT;
import static io.tapgateway.protocol.json.JsonReader.TEXT;
import static io.tapgateway.protocol.json.JsonReader.WHOLE_NUMBER;
import static io.tapgateway.protocol.json.JsonReader.list;
import static io.tapgateway.protocol.json.JsonReader.object;

import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.message.FilterSet;
import io.tapgateway.protocol.message.GateResult;
import io.tapgateway.protocol.message.Goodbye;
import io.tapgateway.protocol.message.MessageType;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.message.Push;
import io.tapgateway.protocol.message.SessionReady;
import io.tapgateway.protocol.message.ShutdownReady;
import io.tapgateway.protocol.message.StreamQuery;
import io.tapgateway.protocol.message.ToolProgress;
import io.tapgateway.protocol.message.ToolResult;
import io.tapgateway.protocol.message.TransformResult;
import io.tapgateway.protocol.model.FileRef;
import io.tapgateway.protocol.model.FilterRule;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Reads what providers say, one function per message. Stateless. */
final class ProviderMessageReader {
    static final Map<MessageType, Function<JsonObject, ProviderMessage>> BY_TYPE = new EnumMap<>(Map.ofEntries(
            Map.entry(MessageType.AUTH, RegistrationReader::auth),
            Map.entry(MessageType.AUTH_CONFIRM, RegistrationReader::authConfirm),
            Map.entry(MessageType.HELLO, RegistrationReader::hello),
            Map.entry(MessageType.GOODBYE, ProviderMessageReader::goodbye),
            Map.entry(MessageType.SESSION_READY, ProviderMessageReader::sessionReady),
            Map.entry(MessageType.TOOL_RESULT, ProviderMessageReader::toolResult),
            Map.entry(MessageType.TOOL_PROGRESS, ProviderMessageReader::toolProgress),
            Map.entry(MessageType.GATE_RESULT, ProviderMessageReader::gateResult),
            Map.entry(MessageType.TRANSFORM_RESULT, ProviderMessageReader::transformResult),
            Map.entry(MessageType.PUSH, ProviderMessageReader::push),
            Map.entry(MessageType.TOOLS_UPDATE, RegistrationReader::toolsUpdate),
            Map.entry(MessageType.HOOKS_UPDATE, RegistrationReader::hooksUpdate),
            Map.entry(MessageType.CONTEXT_UPDATE, RegistrationReader::contextUpdate),
            Map.entry(MessageType.FILTER_SET, ProviderMessageReader::filterSet),
            Map.entry(MessageType.STREAM_QUERY, ProviderMessageReader::streamQuery),
            Map.entry(MessageType.SHUTDOWN_READY, ProviderMessageReader::shutdownReady)));

    private static final JsonReader<FileRef> FILE = object(ProviderMessageReader::file);
    private static final JsonReader<List<FilterRule>> FILTER_RULES = list(object(ProviderMessageReader::filterRule));

    private ProviderMessageReader() {}

    private static Goodbye goodbye(JsonObject fields) {
        return new Goodbye(fields.optional("reason", TEXT));
    }

    private static SessionReady sessionReady(JsonObject fields) {
        return new SessionReady(fields.required("sessionId", SESSION_ID), fields.optional("requestId", REQUEST_ID));
    }

    private static ShutdownReady shutdownReady(JsonObject fields) {
        return new ShutdownReady(fields.optional("sessionId", SESSION_ID));
    }

    private static ToolResult toolResult(JsonObject fields) {
        return new ToolResult(fields.required("id", CALL_ID), result(fields));
    }

    /** Failure wins over a file, a file over data; data may be {@code null} (D-147). */
    private static ToolResult.Result result(JsonObject fields) {
        if (fields.isSet("error") || fields.isSet("errorCode")) {
            return new ToolResult.Result.Failure(
                    fields.optional("error", TEXT),
                    fields.optional("errorCode", TEXT),
                    fields.optional("retryable", FLAG).orElse(false));
        } else if (fields.isSet("file")) {
            return new ToolResult.Result.File(fields.required("file", FILE));
        } else if (fields.has("data")) {
            return new ToolResult.Result.Data(fields.nullable("data", ANY));
        }
        return new ToolResult.Result.Missing();
    }

    private static FileRef file(JsonObject fields) {
        return new FileRef(
                fields.required("path", TEXT),
                fields.required("mimeType", TEXT),
                fields.required("size", WHOLE_NUMBER),
                fields.optionalWholeNumber("ttl"));
    }

    private static ToolProgress toolProgress(JsonObject fields) {
        return new ToolProgress(
                fields.required("id", CALL_ID), fields.required("message", TEXT), ProgressAmountJson.read(fields));
    }

    private static GateResult gateResult(JsonObject fields) {
        return new GateResult(
                fields.required("callId", CALL_ID),
                fields.required("gateId", GATE_ID),
                fields.required("decision", Words.DECISION),
                fields.optional("reason", TEXT));
    }

    /** An answer without a string is an answer all the same: it leaves the section unchanged (D-184). */
    private static TransformResult transformResult(JsonObject fields) {
        return new TransformResult(
                fields.required("callId", CALL_ID),
                fields.optional("content", ANY).flatMap(TEXT::tryRead));
    }

    private static Push push(JsonObject fields) {
        return new Push(
                fields.required("level", Words.LEVEL),
                fields.optional("event", TEXT).filter(event -> !event.isEmpty() || !fields.isSet("prompt")),
                fields.optional("prompt", TEXT),
                fields.optional("stream", STREAM_NAME),
                new Push.Target(
                        fields.optional("sessionId", SESSION_ID),
                        fields.optional("broadcast", FLAG).orElse(false)),
                fields.optional("metadata", OBJECT));
    }

    private static FilterSet filterSet(JsonObject fields) {
        return new FilterSet(
                fields.optional("requestId", REQUEST_ID),
                fields.optional("sessionId", SESSION_ID),
                fields.required("stream", STREAM_ADDRESS),
                fields.required("rules", FILTER_RULES));
    }

    private static FilterRule filterRule(JsonObject fields) {
        return new FilterRule(fields.required("match", TEXT), fields.required("outcome", Words.OUTCOME));
    }

    private static StreamQuery streamQuery(JsonObject fields) {
        return new StreamQuery(
                fields.required("queryId", QUERY_ID),
                fields.optional("sessionId", SESSION_ID),
                fields.optional("streams", list(STREAM_ADDRESS)).orElse(List.of()),
                fields.optionalWholeNumber("last"));
    }
}
