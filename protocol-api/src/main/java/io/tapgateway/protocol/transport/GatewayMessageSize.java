package io.tapgateway.protocol.transport;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.Ack;
import io.tapgateway.protocol.message.AuthPairing;
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
import io.tapgateway.protocol.model.TraceParent;
import java.util.List;

/** The size of each message of a gateway, see {@link MessageSize}. Stateless. */
final class GatewayMessageSize implements GatewayMessage.Visitor<Integer> {
    static final GatewayMessageSize INSTANCE = new GatewayMessageSize();

    private static final int ENTRY = 64;

    private GatewayMessageSize() {}

    @Override
    public Integer onAuthPairing(AuthPairing authPairing) {
        return withText(authPairing.prompt());
    }

    @Override
    public Integer onSessions(Sessions sessions) {
        return withSessions(sessions.active());
    }

    @Override
    public Integer onSessionsUpdated(SessionsUpdated sessionsUpdated) {
        return withSessions(sessionsUpdated.active());
    }

    @Override
    public Integer onHelloAck(HelloAck helloAck) {
        return withText(helloAck.persistDir().orElse(""));
    }

    @Override
    public Integer onAck(Ack ack) {
        return MessageSize.ENVELOPE;
    }

    @Override
    public Integer onErrorMessage(ErrorMessage errorMessage) {
        return withText(errorMessage.message());
    }

    @Override
    public Integer onToolCall(ToolCall toolCall) {
        int traced = toolCall.traceParent().isPresent() ? TraceParent.LENGTH : 0;
        return MessageSize.atMost((long) withPayload(toolCall.args()) + traced);
    }

    @Override
    public Integer onToolCancel(ToolCancel toolCancel) {
        return MessageSize.ENVELOPE;
    }

    @Override
    public Integer onGateCheck(GateCheck gateCheck) {
        return withPayload(gateCheck.args());
    }

    @Override
    public Integer onTransformRequest(TransformRequest transformRequest) {
        return withText(transformRequest.current());
    }

    @Override
    public Integer onSessionEvent(SessionEvent sessionEvent) {
        return withPayload(sessionEvent.data());
    }

    @Override
    public Integer onSessionLifecycle(SessionLifecycle sessionLifecycle) {
        return MessageSize.ENVELOPE;
    }

    @Override
    public Integer onStreamHistory(StreamHistory streamHistory) {
        long bytes = MessageSize.ENVELOPE;
        for (List<StreamEntry> entries : streamHistory.streams().values()) {
            bytes += ENTRY;
            for (StreamEntry entry : entries) {
                bytes += ENTRY + entry.event().length();
                if (entry.metadata().isPresent()) {
                    bytes += entry.metadata().get().estimatedLength();
                }
            }
        }
        return MessageSize.atMost(bytes);
    }

    private static int withText(String text) {
        return MessageSize.atMost((long) MessageSize.ENVELOPE + text.length());
    }

    private static int withPayload(JsonValue payload) {
        return MessageSize.atMost((long) MessageSize.ENVELOPE + payload.estimatedLength());
    }

    private static int withSessions(List<SessionSummary> sessions) {
        long bytes = MessageSize.ENVELOPE;
        for (SessionSummary session : sessions) {
            bytes += ENTRY + session.label().length() + session.cwd().orElse("").length();
        }
        return MessageSize.atMost(bytes);
    }
}
