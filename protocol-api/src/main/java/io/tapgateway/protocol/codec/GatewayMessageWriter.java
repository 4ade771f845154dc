package io.tapgateway.protocol.codec;

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

/** Writes what gateways say. Stateless. */
final class GatewayMessageWriter implements GatewayMessage.Visitor<ObjectWriter> {
    static final GatewayMessageWriter INSTANCE = new GatewayMessageWriter();

    private GatewayMessageWriter() {}

    @Override
    public ObjectWriter onAuthPairing(AuthPairing authPairing) {
        return ObjectWriter.of(authPairing.type()).text("prompt", authPairing.prompt());
    }

    @Override
    public ObjectWriter onSessions(Sessions sessions) {
        return ObjectWriter.of(sessions.type())
                .text("token", sessions.token())
                .objects("active", sessions.active(), GatewayMessageWriter::session);
    }

    @Override
    public ObjectWriter onSessionsUpdated(SessionsUpdated sessionsUpdated) {
        return ObjectWriter.of(sessionsUpdated.type())
                .objects("active", sessionsUpdated.active(), GatewayMessageWriter::session);
    }

    private static void session(ObjectWriter out, SessionSummary session) {
        out.text("id", session.id()).text("label", session.label()).text("cwd", session.cwd());
        session.foreground().ifPresent(foreground -> out.flag("foreground", foreground));
    }

    @Override
    public ObjectWriter onHelloAck(HelloAck helloAck) {
        return ObjectWriter.of(helloAck.type())
                .number("protocolVersion", HelloAck.PROTOCOL_VERSION)
                .text("providerId", helloAck.providerId())
                .text("sessionId", helloAck.sessionId())
                .text("reconnectToken", helloAck.reconnectToken())
                .number("revision", helloAck.revision())
                .text("persistDir", helloAck.persistDir());
    }

    @Override
    public ObjectWriter onAck(Ack ack) {
        return ObjectWriter.of(ack.type())
                .text("requestId", ack.requestId())
                .text("sessionId", ack.sessionId())
                .number("revision", ack.revision());
    }

    @Override
    public ObjectWriter onErrorMessage(ErrorMessage error) {
        Correlation correlation = error.about().correlation();
        return ObjectWriter.of(error.type())
                .text("code", Words.ERROR_CODE.word(error.code()))
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
    public ObjectWriter onToolCall(ToolCall toolCall) {
        return ObjectWriter.of(toolCall.type())
                .text("id", toolCall.id())
                .text("sessionId", toolCall.sessionId())
                .text("tool", toolCall.tool())
                .value("args", toolCall.args())
                .text("traceparent", toolCall.traceParent());
    }

    @Override
    public ObjectWriter onToolCancel(ToolCancel toolCancel) {
        return ObjectWriter.of(toolCancel.type())
                .text("id", toolCancel.id())
                .text("sessionId", toolCancel.sessionId())
                .text("reason", toolCancel.reason().map(Words.CANCEL_REASON::word));
    }

    @Override
    public ObjectWriter onGateCheck(GateCheck gateCheck) {
        return ObjectWriter.of(gateCheck.type())
                .text("gateId", gateCheck.gateId())
                .text("callId", gateCheck.callId())
                .text("sessionId", gateCheck.sessionId())
                .text("tool", gateCheck.tool())
                .value("args", gateCheck.args());
    }

    @Override
    public ObjectWriter onTransformRequest(TransformRequest transformRequest) {
        return ObjectWriter.of(transformRequest.type())
                .text("callId", transformRequest.callId())
                .text("sessionId", transformRequest.sessionId())
                .text("section", transformRequest.section())
                .text("current", transformRequest.current());
    }

    @Override
    public ObjectWriter onSessionEvent(SessionEvent sessionEvent) {
        ObjectWriter out = ObjectWriter.of(sessionEvent.type())
                .text("sessionId", sessionEvent.sessionId())
                .text("event", sessionEvent.event())
                .value("data", sessionEvent.data());
        return sessionEvent.dropped() == 0 ? out : out.number("dropped", sessionEvent.dropped());
    }

    @Override
    public ObjectWriter onSessionLifecycle(SessionLifecycle sessionLifecycle) {
        return ObjectWriter.of(sessionLifecycle.type())
                .text("sessionId", sessionLifecycle.sessionId())
                .text("state", Words.LIFECYCLE_STATE.word(sessionLifecycle.state()))
                .number("deadline", sessionLifecycle.deadlineMillis());
    }

    @Override
    public ObjectWriter onStreamHistory(StreamHistory history) {
        return ObjectWriter.of(history.type())
                .text("queryId", history.queryId())
                .text("sessionId", history.sessionId())
                .object("streams", history.streams(), GatewayMessageWriter::streams)
                .flagIfSet("truncated", history.truncated());
    }

    private static void streams(ObjectWriter out, Map<String, List<StreamEntry>> streams) {
        streams.forEach((stream, entries) -> out.objects(stream, entries, GatewayMessageWriter::streamEntry));
    }

    private static void streamEntry(ObjectWriter out, StreamEntry entry) {
        out.text("ts", entry.ts())
                .text("event", entry.event())
                .text("level", Words.LEVEL.word(entry.level()))
                .value("metadata", entry.metadata());
    }
}
