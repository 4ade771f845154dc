package io.tapgateway.protocol.codec;

import static io.tapgateway.protocol.codec.Identifiers.CALL_ID;
import static io.tapgateway.protocol.codec.Identifiers.GATE_ID;
import static io.tapgateway.protocol.codec.Identifiers.PROVIDER_ID;
import static io.tapgateway.protocol.codec.Identifiers.QUERY_ID;
import static io.tapgateway.protocol.codec.Identifiers.REQUEST_ID;
import static io.tapgateway.protocol.codec.Identifiers.SESSION_ID;
import static io.tapgateway.protocol.codec.Identifiers.TOOL_NAME;
import static io.tapgateway.protocol.codec.ValueReader.ANY;
import static io.tapgateway.protocol.codec.ValueReader.ANY_OBJECT;
import static io.tapgateway.protocol.codec.ValueReader.FLAG;
import static io.tapgateway.protocol.codec.ValueReader.TEXT;
import static io.tapgateway.protocol.codec.ValueReader.WHOLE_NUMBER;
import static io.tapgateway.protocol.codec.ValueReader.list;
import static io.tapgateway.protocol.codec.ValueReader.object;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.Ack;
import io.tapgateway.protocol.message.AuthPairing;
import io.tapgateway.protocol.message.Correlation;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Reads what gateways say, one function per message. Asks for less than this gateway sends, for the sake of others. */
final class GatewayMessageReader {
    static final Map<MessageType, Function<Fields, GatewayMessage>> BY_TYPE = new EnumMap<>(Map.ofEntries(
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

    private static final ValueReader<List<SessionSummary>> SESSIONS = list(object(GatewayMessageReader::session));
    private static final ValueReader<List<StreamEntry>> ENTRIES = list(object(GatewayMessageReader::streamEntry));

    private GatewayMessageReader() {}

    private static AuthPairing authPairing(Fields fields) {
        return new AuthPairing(fields.required("prompt", TEXT));
    }

    private static Sessions sessions(Fields fields) {
        return new Sessions(fields.optional("token", TEXT), fields.required("active", SESSIONS));
    }

    private static SessionsUpdated sessionsUpdated(Fields fields) {
        return new SessionsUpdated(fields.required("active", SESSIONS));
    }

    private static SessionSummary session(Fields fields) {
        return new SessionSummary(
                fields.required("id", SESSION_ID),
                fields.required("label", TEXT),
                fields.optional("cwd", TEXT),
                fields.optional("foreground", FLAG));
    }

    private static HelloAck helloAck(Fields fields) {
        RegistrationReader.requireVersion(fields);
        return new HelloAck(
                fields.required("providerId", PROVIDER_ID),
                fields.optional("sessionId", SESSION_ID),
                fields.optional("reconnectToken", TEXT),
                fields.optionalWholeNumber("revision"),
                fields.optional("persistDir", TEXT));
    }

    private static Ack ack(Fields fields) {
        return new Ack(
                fields.required("requestId", REQUEST_ID),
                fields.required("sessionId", SESSION_ID),
                fields.required("revision", WHOLE_NUMBER));
    }

    private static ErrorMessage error(Fields fields) {
        return new ErrorMessage(
                fields.required("code", Vocabulary.ERROR_CODE),
                fields.required("message", TEXT),
                new ErrorMessage.About(
                        fields.optional("replyTo", TEXT),
                        fields.optional("providerId", PROVIDER_ID),
                        new Correlation(
                                fields.optional("sessionId", TEXT),
                                fields.optional("requestId", TEXT),
                                fields.optional("queryId", TEXT),
                                fields.optional("id", TEXT),
                                fields.optional("callId", TEXT))));
    }

    private static ToolCall toolCall(Fields fields) {
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

    private static ToolCancel toolCancel(Fields fields) {
        return new ToolCancel(
                fields.required("id", CALL_ID),
                fields.optional("sessionId", SESSION_ID),
                fields.optional("reason", TEXT).flatMap(Vocabulary.CANCEL_REASON::find));
    }

    private static GateCheck gateCheck(Fields fields) {
        return new GateCheck(
                fields.required("gateId", GATE_ID),
                fields.required("callId", CALL_ID),
                fields.required("sessionId", SESSION_ID),
                fields.required("tool", TEXT),
                args(fields));
    }

    private static JsonValue args(Fields fields) {
        return fields.optional("args", ANY_OBJECT).orElse(JsonValue.EMPTY_OBJECT);
    }

    private static TransformRequest transformRequest(Fields fields) {
        return new TransformRequest(
                fields.required("callId", CALL_ID),
                fields.required("sessionId", SESSION_ID),
                fields.required("section", TEXT),
                fields.required("current", TEXT));
    }

    private static SessionEvent sessionEvent(Fields fields) {
        return new SessionEvent(
                fields.required("sessionId", SESSION_ID),
                fields.required("event", TEXT),
                fields.optional("data", ANY).orElse(JsonValue.NULL),
                fields.optionalWholeNumber("dropped").orElse(0));
    }

    private static SessionLifecycle sessionLifecycle(Fields fields) {
        return new SessionLifecycle(
                fields.required("sessionId", SESSION_ID),
                fields.required("state", Vocabulary.LIFECYCLE_STATE),
                fields.optionalWholeNumber("deadline"));
    }

    private static StreamHistory streamHistory(Fields fields) {
        return new StreamHistory(
                fields.required("queryId", QUERY_ID),
                fields.optional("sessionId", SESSION_ID),
                fields.required("streams", object(GatewayMessageReader::streams)),
                fields.optional("truncated", FLAG).orElse(false));
    }

    private static Map<String, List<StreamEntry>> streams(Fields fields) {
        Map<String, List<StreamEntry>> streams = new LinkedHashMap<>();
        fields.all(ENTRIES).forEach((stream, entries) -> streams.put(stream, entries.orElse(List.of())));
        return streams;
    }

    private static StreamEntry streamEntry(Fields fields) {
        return new StreamEntry(
                fields.required("ts", TEXT),
                fields.required("event", TEXT),
                fields.optional("level", Vocabulary.LEVEL).orElse(PushLevel.KEEP),
                fields.optional("metadata", ANY_OBJECT));
    }
}
