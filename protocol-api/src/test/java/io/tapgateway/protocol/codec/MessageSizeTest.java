package io.tapgateway.protocol.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.Ack;
import io.tapgateway.protocol.message.Auth;
import io.tapgateway.protocol.message.AuthConfirm;
import io.tapgateway.protocol.message.AuthPairing;
import io.tapgateway.protocol.message.ContextUpdate;
import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.message.FilterSet;
import io.tapgateway.protocol.message.GateCheck;
import io.tapgateway.protocol.message.GateResult;
import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.Goodbye;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.message.HelloAck;
import io.tapgateway.protocol.message.HooksUpdate;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.message.Push;
import io.tapgateway.protocol.message.SessionEvent;
import io.tapgateway.protocol.message.SessionLifecycle;
import io.tapgateway.protocol.message.SessionReady;
import io.tapgateway.protocol.message.Sessions;
import io.tapgateway.protocol.message.SessionsUpdated;
import io.tapgateway.protocol.message.ShutdownReady;
import io.tapgateway.protocol.message.StreamHistory;
import io.tapgateway.protocol.message.StreamQuery;
import io.tapgateway.protocol.message.ToolCall;
import io.tapgateway.protocol.message.ToolCancel;
import io.tapgateway.protocol.message.ToolProgress;
import io.tapgateway.protocol.message.ToolResult;
import io.tapgateway.protocol.message.ToolsUpdate;
import io.tapgateway.protocol.message.TransformRequest;
import io.tapgateway.protocol.message.TransformResult;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.FileRef;
import io.tapgateway.protocol.model.FilterRule;
import io.tapgateway.protocol.model.GateId;
import io.tapgateway.protocol.model.HookRule;
import io.tapgateway.protocol.model.Hooks;
import io.tapgateway.protocol.model.Match;
import io.tapgateway.protocol.model.ProgressAmount;
import io.tapgateway.protocol.model.ProviderId;
import io.tapgateway.protocol.model.PushLevel;
import io.tapgateway.protocol.model.QueryId;
import io.tapgateway.protocol.model.RequestId;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.SessionSummary;
import io.tapgateway.protocol.model.StreamAddress;
import io.tapgateway.protocol.model.StreamEntry;
import io.tapgateway.protocol.model.ToolDefinition;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.protocol.model.ToolName;
import io.tapgateway.protocol.model.TraceParent;
import io.tapgateway.protocol.model.Transform;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is counted against what is written. */
class MessageSizeTest {
    private static final String LARGE = "x".repeat(10_000);
    private static final JsonValue DATA = JsonValue.of(Map.of("text", LARGE, "list", List.of(1, true, "y")));
    private static final SessionId SESSION = new SessionId("abc");
    private static final CallId CALL = new CallId("call-1");
    private static final Optional<RequestId> REQUEST = Optional.of(new RequestId("r"));

    static Stream<GatewayMessage> fromGateways() {
        SessionSummary summary = new SessionSummary(SESSION, LARGE, Optional.of("/code"), Optional.of(true));
        StreamEntry entry = new StreamEntry("2026-01-01T00:00:00.000Z", LARGE, PushLevel.KEEP, Optional.of(DATA));
        return Stream.of(
                new AuthPairing(LARGE),
                new Sessions(Optional.empty(), List.of(summary)),
                new SessionsUpdated(List.of(summary)),
                new HelloAck(new ProviderId("p"), SESSION, "token", 1, Optional.of(LARGE)),
                new Ack(new RequestId("r"), SESSION, 2),
                new ErrorMessage(ErrorCode.INVALID_JSON, "no", ErrorMessage.About.NOTHING),
                new ToolCall(CALL, SESSION, new ToolName("t"), DATA),
                new ToolCall(
                        CALL,
                        SESSION,
                        new ToolName("t"),
                        DATA,
                        Optional.of(new TraceParent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"))),
                new ToolCancel(CALL, SESSION, ToolCancel.Reason.TIMEOUT),
                new GateCheck(new GateId("g"), CALL, SESSION, "shell", DATA),
                new TransformRequest(CALL, SESSION, "safety", LARGE),
                new SessionEvent(SESSION, "user.message", DATA, 0),
                new SessionLifecycle(SESSION, SessionLifecycle.State.IDLE, OptionalLong.empty()),
                new StreamHistory(new QueryId("q"), SESSION, Map.of("a@b", List.of(entry, entry)), false));
    }

    static Stream<ProviderMessage> fromProviders() {
        ToolDefinition tool = ToolDefinition.of("t", LARGE, JsonValue.of(Map.of("description", LARGE)));
        Hooks hooks = new Hooks(
                Optional.of(List.of(
                        new HookRule.Deny(Match.tool("shell").args(LARGE), Optional.of(LARGE)),
                        new HookRule.Context(Match.ANY, LARGE),
                        new HookRule.Gate(Match.ANY, new GateId("g"), false))),
                Map.of(
                        "a", Optional.of(new Transform.Append(LARGE)),
                        "b", Optional.of(new Transform.Prepend(LARGE)),
                        "c", Optional.of(new Transform.Replace(LARGE)),
                        "d", Optional.of(new Transform.Callback()),
                        "e", Optional.empty()));
        Hello.Contribution everything = new Hello.Contribution(
                Optional.of(List.of(tool)),
                Optional.of(hooks),
                Optional.of(List.of("user.message")),
                Optional.empty(),
                new Hello.Texts(Optional.of(LARGE), Optional.of(LARGE)),
                Optional.of(DATA),
                false);
        StreamAddress stream = StreamAddress.parse("ci");
        return Stream.of(
                Auth.token("ptk-1"),
                new AuthConfirm("123456"),
                new Hello(
                        Hello.of("p", Optional.empty(), List.of()).identity(),
                        Optional.of(SESSION),
                        Optional.empty(),
                        everything),
                new Goodbye(Optional.of(LARGE)),
                new SessionReady(SESSION, Optional.empty()),
                ToolResult.data(CALL, DATA),
                ToolResult.failure(CALL, LARGE, ToolErrorCode.INTERNAL),
                new ToolResult(
                        CALL,
                        new ToolResult.Result.File(new FileRef("/" + LARGE, "text/plain", 1, OptionalLong.empty()))),
                new ToolProgress(CALL, LARGE),
                new ToolProgress(CALL, LARGE, Optional.of(ProgressAmount.of(2.5, 10))),
                new GateResult(CALL, new GateId("g"), GateResult.Decision.DENY, Optional.of(LARGE)),
                new TransformResult(CALL, Optional.of(LARGE)),
                Push.of(PushLevel.KEEP, LARGE),
                new ToolsUpdate(REQUEST, Optional.empty(), ToolsUpdate.Mode.DELTA, List.of(tool), List.of()),
                new HooksUpdate(REQUEST, Optional.empty(), hooks),
                new ContextUpdate(REQUEST, Optional.empty(), LARGE),
                new FilterSet(
                        REQUEST, Optional.empty(), stream, List.of(new FilterRule(LARGE, FilterRule.Outcome.DROP))),
                new StreamQuery(new QueryId("q"), Optional.empty(), List.of(stream), OptionalLong.of(3)),
                new ShutdownReady(Optional.of(SESSION)));
    }

    @ParameterizedTest
    @MethodSource("fromGateways")
    void D021_a_gateways_message_is_estimated_as_long_as_its_text(GatewayMessage message) {
        assertThat(MessageSize.of(message))
                .isEqualTo(MessageCodec.encode(message).length());
    }

    @ParameterizedTest
    @MethodSource("fromProviders")
    void D021_a_providers_message_is_estimated_as_long_as_its_text(ProviderMessage message) {
        assertThat(MessageSize.of(message))
                .isEqualTo(MessageCodec.encode(message).length());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "plain", "\"\\\n\t\b\f\r/", "\u0000\u001f\u007f", "äß€", "😀", "a\ud800b", "\udc00\ud800"})
    void D028_a_message_fits_into_exactly_the_bytes_of_its_text(String text) {
        JsonValue args = JsonValue.of(Map.of(text, List.of(text, -1, 0, 10, true)));
        GatewayMessage message = new GateCheck(new GateId("g"), CALL, SESSION, text, args);

        int bytes = MessageCodec.encode(message).getBytes(StandardCharsets.UTF_8).length;

        assertThat(MessageSize.of(message)).isLessThanOrEqualTo(bytes);
        assertThat(MessageSize.fits(message, bytes)).isTrue();
        assertThat(MessageSize.fits(message, bytes - 1)).isFalse();
    }
}
