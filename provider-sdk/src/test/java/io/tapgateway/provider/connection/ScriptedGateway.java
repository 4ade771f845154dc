package io.tapgateway.provider.connection;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.Correlation;
import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.HelloAck;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.message.Sessions;
import io.tapgateway.protocol.message.SessionsUpdated;
import io.tapgateway.protocol.message.ToolCall;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.ProviderId;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.SessionSummary;
import io.tapgateway.protocol.model.ToolName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A gateway that says what the test tells it to, one connection at a time, and remembers what it was sent. */
final class ScriptedGateway implements ProviderChannel {
    private final List<ProviderMessage> received = new ArrayList<>();
    private final ProviderConnection connection;
    private boolean closed;

    ScriptedGateway(ProviderSession session) {
        this.connection = session.opened(this);
    }

    /** A gateway that has accepted the provider's token and bound it to session {@code abc}. */
    static ScriptedGateway bound(ProviderSession session) {
        ScriptedGateway gateway = new ScriptedGateway(session);
        gateway.says(sessions("abc"));
        gateway.says(helloAck("abc"));
        gateway.received();
        return gateway;
    }

    @Override
    public void send(ProviderMessage message) {
        received.add(message);
    }

    @Override
    public void close() {
        closed = true;
    }

    ScriptedGateway says(GatewayMessage message) {
        connection.received(message);
        return this;
    }

    ScriptedGateway hangsUp() {
        connection.closed();
        return this;
    }

    /** What has come since the last look. */
    List<ProviderMessage> received() {
        List<ProviderMessage> news = List.copyOf(received);
        received.clear();
        return news;
    }

    /** The only message that has come since the last look. */
    <M extends ProviderMessage> M received(Class<M> type) {
        List<ProviderMessage> news = received();
        if (news.size() != 1) {
            throw new AssertionError("expected one " + type.getSimpleName() + ", got " + news);
        }
        return type.cast(news.get(0));
    }

    boolean wasClosedByProvider() {
        return closed;
    }

    static Sessions sessions(String... ids) {
        return new Sessions(Optional.empty(), summaries(ids));
    }

    static SessionsUpdated sessionsUpdated(String... ids) {
        return new SessionsUpdated(summaries(ids));
    }

    static HelloAck helloAck(String session) {
        return new HelloAck(new ProviderId("p-1"), new SessionId(session), "tok-1", 1, Optional.empty());
    }

    static ToolCall toolCall(String id, String tool, Map<String, ?> args) {
        return new ToolCall(new CallId(id), new SessionId("abc"), new ToolName(tool), JsonValue.of(args));
    }

    static ErrorMessage error(ErrorCode code, String replyTo) {
        return error(code, replyTo, Correlation.NONE);
    }

    static ErrorMessage error(ErrorCode code, String replyTo, Correlation correlation) {
        return new ErrorMessage(
                code, "no", new ErrorMessage.About(Optional.of(replyTo), Optional.empty(), correlation));
    }

    private static List<SessionSummary> summaries(String... ids) {
        return Arrays.stream(ids)
                .map(id -> new SessionSummary(new SessionId(id), "Label", Optional.empty(), Optional.empty()))
                .toList();
    }
}
