package io.tapgateway.protocol.codec;

import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.message.Ack;
import io.tapgateway.protocol.message.AuthPairing;
import io.tapgateway.protocol.message.Correlation;
import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.message.GateCheck;
import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.HelloAck;
import io.tapgateway.protocol.message.SessionEvent;
import io.tapgateway.protocol.message.SessionLifecycle;
import io.tapgateway.protocol.message.Sessions;
import io.tapgateway.protocol.message.SessionsUpdated;
import io.tapgateway.protocol.message.StreamHistory;
import io.tapgateway.protocol.message.ToolCall;
import io.tapgateway.protocol.message.ToolCancel;
import io.tapgateway.protocol.message.TransformRequest;
import io.tapgateway.protocol.model.SessionSummary;
import io.tapgateway.protocol.model.StreamEntry;
import java.util.List;
import java.util.Map;

/** Writes what gateways say, member by member. Confined to one encoding. */
final class GatewayMessageWriter implements GatewayMessage.Visitor<JsonWriter> {
    private final JsonWriter out;

    private GatewayMessageWriter(JsonWriter out) {
        this.out = out;
    }

    /** Writes the members of a message. */
    static void write(JsonWriter out, GatewayMessage message) {
        out.text(Traces.TYPE, message.type().wireName());
        message.accept(new GatewayMessageWriter(out));
    }

    @Override
    public JsonWriter onAuthPairing(AuthPairing authPairing) {
        return out.text("prompt", authPairing.prompt());
    }

    @Override
    public JsonWriter onSessions(Sessions sessions) {
        return out.text("token", sessions.token()).objects("active", sessions.active(), GatewayMessageWriter::session);
    }

    @Override
    public JsonWriter onSessionsUpdated(SessionsUpdated sessionsUpdated) {
        return out.objects("active", sessionsUpdated.active(), GatewayMessageWriter::session);
    }

    private static void session(JsonWriter out, SessionSummary session) {
        out.text("id", session.id()).text("label", session.label()).text("cwd", session.cwd());
        session.foreground().ifPresent(foreground -> out.flag("foreground", foreground));
    }

    @Override
    public JsonWriter onHelloAck(HelloAck helloAck) {
        return out.number("protocolVersion", HelloAck.PROTOCOL_VERSION)
                .text("providerId", helloAck.providerId())
                .text("sessionId", helloAck.sessionId())
                .text("reconnectToken", helloAck.reconnectToken())
                .number("revision", helloAck.revision())
                .text("persistDir", helloAck.persistDir());
    }

    @Override
    public JsonWriter onAck(Ack ack) {
        return out.text("requestId", ack.requestId())
                .text("sessionId", ack.sessionId())
                .number("revision", ack.revision());
    }

    @Override
    public JsonWriter onErrorMessage(ErrorMessage error) {
        Correlation correlation = error.about().correlation();
        return out.text("code", Words.ERROR_CODE.word(error.code()))
                .text("message", error.message())
                .text("replyTo", error.about().replyTo())
                .text("providerId", error.about().providerId())
                .text("sessionId", correlation.sessionId())
                .text("requestId", correlation.requestId())
                .text("queryId", correlation.queryId())
                .text("id", correlation.id())
                .text("callId", correlation.callId());
    }

    @Override
    public JsonWriter onToolCall(ToolCall toolCall) {
        return out.text("id", toolCall.id())
                .text("sessionId", toolCall.sessionId())
                .text("tool", toolCall.tool())
                .value("args", toolCall.args())
                .text("traceparent", toolCall.traceParent());
    }

    @Override
    public JsonWriter onToolCancel(ToolCancel toolCancel) {
        return out.text("id", toolCancel.id())
                .text("sessionId", toolCancel.sessionId())
                .text("reason", toolCancel.reason().map(Words.CANCEL_REASON::word));
    }

    @Override
    public JsonWriter onGateCheck(GateCheck gateCheck) {
        return out.text("gateId", gateCheck.gateId())
                .text("callId", gateCheck.callId())
                .text("sessionId", gateCheck.sessionId())
                .text("tool", gateCheck.tool())
                .value("args", gateCheck.args());
    }

    @Override
    public JsonWriter onTransformRequest(TransformRequest transformRequest) {
        return out.text("callId", transformRequest.callId())
                .text("sessionId", transformRequest.sessionId())
                .text("section", transformRequest.section())
                .text("current", transformRequest.current());
    }

    @Override
    public JsonWriter onSessionEvent(SessionEvent sessionEvent) {
        out.text("sessionId", sessionEvent.sessionId())
                .text("event", sessionEvent.event())
                .value("data", sessionEvent.data());
        return sessionEvent.dropped() == 0 ? out : out.number("dropped", sessionEvent.dropped());
    }

    @Override
    public JsonWriter onSessionLifecycle(SessionLifecycle sessionLifecycle) {
        return out.text("sessionId", sessionLifecycle.sessionId())
                .text("state", Words.LIFECYCLE_STATE.word(sessionLifecycle.state()))
                .number("deadline", sessionLifecycle.deadlineMillis());
    }

    @Override
    public JsonWriter onStreamHistory(StreamHistory history) {
        return out.text("queryId", history.queryId())
                .text("sessionId", history.sessionId())
                .object("streams", history.streams(), GatewayMessageWriter::streams)
                .flagIfSet("truncated", history.truncated());
    }

    private static void streams(JsonWriter out, Map<String, List<StreamEntry>> streams) {
        streams.forEach((stream, entries) -> out.objects(stream, entries, GatewayMessageWriter::streamEntry));
    }

    static void streamEntry(JsonWriter out, StreamEntry entry) {
        out.text("ts", entry.ts())
                .text("event", entry.event())
                .text("level", Words.LEVEL.word(entry.level()))
                .value("metadata", entry.metadata());
    }
}
