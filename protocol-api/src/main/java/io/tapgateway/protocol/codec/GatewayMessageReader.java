package io.tapgateway.protocol.codec;

import static io.tapgateway.protocol.codec.Identifiers.CALL_ID;
import static io.tapgateway.protocol.codec.Identifiers.GATE_ID;
import static io.tapgateway.protocol.codec.Identifiers.PROVIDER_ID;
import static io.tapgateway.protocol.codec.Identifiers.QUERY_ID;
import static io.tapgateway.protocol.codec.Identifiers.REQUEST_ID;
import static io.tapgateway.protocol.codec.Identifiers.SESSION_ID;
import static io.tapgateway.protocol.codec.Identifiers.TOOL_NAME;
import static io.tapgateway.protocol.json.JsonReader.ANY;
import static io.tapgateway.protocol.json.JsonReader.FLAG;
import static io.tapgateway.protocol.json.JsonReader.OBJECT;
import static io.tapgateway.protocol.json.JsonReader.TEXT;
import static io.tapgateway.protocol.json.JsonReader.WHOLE_NUMBER;
import static io.tapgateway.protocol.json.JsonReader.list;
import static io.tapgateway.protocol.json.JsonReader.map;
import static io.tapgateway.protocol.json.JsonReader.object;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.Ack;
import io.tapgateway.protocol.message.AuthPairing;
import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.message.GateCheck;
import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.HelloAck;
import io.tapgateway.protocol.message.MessageType;
import io.tapgateway.protocol.message.SessionEvent;
import io.tapgateway.protocol.message.SessionLifecycle;
import io.tapgateway.protocol.message.Sessions;
import io.tapgateway.protocol.message.SessionsUpdated;
import io.tapgateway.protocol.message.StreamHistory;
import io.tapgateway.protocol.message.ToolCall;
import io.tapgateway.protocol.message.ToolCancel;
import io.tapgateway.protocol.message.TransformRequest;
import io.tapgateway.protocol.model.PushLevel;
import io.tapgateway.protocol.model.SessionSummary;
import io.tapgateway.protocol.model.StreamEntry;
import io.tapgateway.protocol.model.TraceParent;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Reads what gateways say, one function per message. Asks for less than this gateway sends, for the sake of others.
 * Stateless.
 */
final class GatewayMessageReader {
    static final Map<MessageType, Function<JsonObject, GatewayMessage>> BY_TYPE = new EnumMap<>(Map.ofEntries(
            Map.entry(MessageType.AUTH_PAIRING, GatewayMessageReader::authPairing),
            Map.entry(MessageType.SESSIONS, GatewayMessageReader::sessions),
            Map.entry(MessageType.SESSIONS_UPDATED, GatewayMessageReader::sessionsUpdated),
            Map.entry(MessageType.HELLO_ACK, GatewayMessageReader::helloAck),
            Map.entry(MessageType.ACK, GatewayMessageReader::ack),
            Map.entry(MessageType.ERROR, GatewayMessageReader::error),
            Map.entry(MessageType.TOOL_CALL, GatewayMessageReader::toolCall),
            Map.entry(MessageType.TOOL_CANCEL, GatewayMessageReader::toolCancel),
            Map.entry(MessageType.GATE_CHECK, GatewayMessageReader::gateCheck),
            Map.entry(MessageType.TRANSFORM_REQUEST, GatewayMessageReader::transformRequest),
            Map.entry(MessageType.SESSION_EVENT, GatewayMessageReader::sessionEvent),
            Map.entry(MessageType.SESSION_LIFECYCLE, GatewayMessageReader::sessionLifecycle),
            Map.entry(MessageType.STREAM_HISTORY, GatewayMessageReader::streamHistory)));

    private static final JsonReader<List<SessionSummary>> SESSIONS = list(object(GatewayMessageReader::session));
    private static final JsonReader<List<StreamEntry>> ENTRIES = list(object(GatewayMessageReader::streamEntry));
    private static final JsonReader<Map<String, List<StreamEntry>>> STREAMS =
            map(value -> value.kind() == JsonKind.NULL ? List.of() : ENTRIES.read(value));

    private GatewayMessageReader() {}

    private static AuthPairing authPairing(JsonObject fields) {
        return new AuthPairing(fields.required("prompt", TEXT));
    }

    private static Sessions sessions(JsonObject fields) {
        return new Sessions(fields.optional("token", TEXT), fields.required("active", SESSIONS));
    }

    private static SessionsUpdated sessionsUpdated(JsonObject fields) {
        return new SessionsUpdated(fields.required("active", SESSIONS));
    }

    private static SessionSummary session(JsonObject fields) {
        return new SessionSummary(
                fields.required("id", SESSION_ID),
                fields.required("label", TEXT),
                fields.optional("cwd", TEXT),
                fields.optional("foreground", FLAG));
    }

    private static HelloAck helloAck(JsonObject fields) {
        RegistrationReader.requireVersion(fields);
        return new HelloAck(
                fields.required("providerId", PROVIDER_ID),
                fields.optional("sessionId", SESSION_ID),
                fields.optional("reconnectToken", TEXT),
                fields.optionalWholeNumber("revision"),
                fields.optional("persistDir", TEXT));
    }

    private static Ack ack(JsonObject fields) {
        return new Ack(
                fields.required("requestId", REQUEST_ID),
                fields.required("sessionId", SESSION_ID),
                fields.required("revision", WHOLE_NUMBER));
    }

    private static ErrorMessage error(JsonObject fields) {
        return new ErrorMessage(
                fields.required("code", Words.ERROR_CODE),
                fields.required("message", TEXT),
                new ErrorMessage.About(
                        fields.optional("replyTo", TEXT),
                        fields.optional("providerId", PROVIDER_ID),
                        Traces.correlation(name -> fields.optional(name, TEXT))));
    }

    private static ToolCall toolCall(JsonObject fields) {
        return new ToolCall(
                fields.required("id", CALL_ID),
                fields.required("sessionId", SESSION_ID),
                fields.required("tool", TOOL_NAME),
                args(fields),
                // Other gateways may write it otherwise; no call fails because nobody can follow it.
                fields.optional("traceparent", TEXT)
                        .filter(TraceParent::isWellFormed)
                        .map(TraceParent::new));
    }

    private static ToolCancel toolCancel(JsonObject fields) {
        return new ToolCancel(
                fields.required("id", CALL_ID),
                fields.optional("sessionId", SESSION_ID),
                fields.optional("reason", TEXT).flatMap(Words.CANCEL_REASON::find));
    }

    private static GateCheck gateCheck(JsonObject fields) {
        return new GateCheck(
                fields.required("gateId", GATE_ID),
                fields.required("callId", CALL_ID),
                fields.required("sessionId", SESSION_ID),
                fields.required("tool", TEXT),
                args(fields));
    }

    private static JsonValue args(JsonObject fields) {
        return fields.optional("args", OBJECT).orElse(JsonValue.EMPTY_OBJECT);
    }

    private static TransformRequest transformRequest(JsonObject fields) {
        return new TransformRequest(
                fields.required("callId", CALL_ID),
                fields.required("sessionId", SESSION_ID),
                fields.required("section", TEXT),
                fields.required("current", TEXT));
    }

    private static SessionEvent sessionEvent(JsonObject fields) {
        return new SessionEvent(
                fields.required("sessionId", SESSION_ID),
                fields.required("event", TEXT),
                fields.optional("data", ANY).orElse(JsonValue.NULL),
                fields.optionalWholeNumber("dropped").orElse(0));
    }

    private static SessionLifecycle sessionLifecycle(JsonObject fields) {
        return new SessionLifecycle(
                fields.required("sessionId", SESSION_ID),
                fields.required("state", Words.LIFECYCLE_STATE),
                fields.optionalWholeNumber("deadline"));
    }

    private static StreamHistory streamHistory(JsonObject fields) {
        return new StreamHistory(
                fields.required("queryId", QUERY_ID),
                fields.optional("sessionId", SESSION_ID),
                fields.required("streams", STREAMS),
                fields.optional("truncated", FLAG).orElse(false));
    }

    private static StreamEntry streamEntry(JsonObject fields) {
        return new StreamEntry(
                fields.required("ts", TEXT),
                fields.required("event", TEXT),
                fields.optional("level", Words.LEVEL).orElse(PushLevel.KEEP),
                fields.optional("metadata", OBJECT));
    }
}
