package io.tapgateway.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.message.Goodbye;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.message.HelloAck;
import io.tapgateway.protocol.message.SessionLifecycle;
import io.tapgateway.protocol.message.Sessions;
import io.tapgateway.protocol.message.SessionsUpdated;
import io.tapgateway.protocol.message.ToolCall;
import io.tapgateway.protocol.message.ToolResult;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.runtime.transport.InboundClass;
import io.tapgateway.runtime.transport.Peer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class GatewayTest {
    private static final String HELLO = """
            {"type":"hello","name":"greeter","protocolVersion":2,"session":"s","tools":[
              {"name":"greet","description":"Say hello","parameters":{"type":"object"}}]}""";

    private final Gateway gateway =
            Gateway.builder().executor(Runnable::run).clock(new SteppedClock(0)).build();
    private final GatewaySession session = gateway.openSession(
            SessionInfo.of("s", "A session", Path.of("code")).withDiscoverable(true), SessionHost.ignoringEverything());

    @AfterEach
    void close() {
        gateway.closeNow();
    }

    private RecordedPeer bound() {
        RecordedPeer peer = RecordedPeer.remote(gateway);
        String token = gateway.tokens().issueDiscoveryToken().reveal();
        peer.says("{\"type\":\"auth\",\"token\":\"" + token + "\"}");
        peer.says(HELLO);
        return peer;
    }

    private CompletableFuture<ToolOutcome> greet() {
        return session.callTool("greet", JsonValue.object(Map.of("name", JsonValue.of("Ada"))))
                .toCompletableFuture();
    }

    @Test
    void a_provider_dials_in_and_its_tool_is_called() {
        RecordedPeer peer = bound();

        CompletableFuture<ToolOutcome> outcome = greet();
        ToolCall call = peer.last(ToolCall.class);
        peer.says(ToolResult.data(call.id(), JsonValue.of("Hello, Ada!")));

        assertThat(peer.last(Sessions.class).active()).hasSize(1);
        assertThat(peer.last(HelloAck.class).revision()).hasValue(1);
        assertThat(peer.last(SessionLifecycle.class).state()).isEqualTo(SessionLifecycle.State.STARTED);
        assertThat(call.args().json()).isEqualTo("{\"name\":\"Ada\"}");
        assertThat(outcome).isCompletedWithValueMatching(ToolOutcome::ok);
        assertThat(peer.all(ErrorMessage.class)).isEmpty();
    }

    @Test
    void D026_large_answers_are_let_in_only_while_a_call_runs() {
        RecordedPeer peer = bound();
        assertThat(peer.inbound()).isEqualTo(InboundClass.STANDARD);

        CompletableFuture<ToolOutcome> running = greet();

        assertThat(running).isNotDone();
        assertThat(peer.inbound()).isEqualTo(InboundClass.TOOL_RESULT);
    }

    @Test
    void a_disconnect_ends_the_calls_in_flight() {
        RecordedPeer peer = bound();
        CompletableFuture<ToolOutcome> outcome = greet();

        peer.disconnects();

        assertThat(outcome).isCompletedWithValueMatching(it -> code(it) == ToolErrorCode.DISCONNECTED);
        assertThat(session.tools()).isEmpty();
    }

    @Test
    void a_tool_that_nobody_registered_is_not_found() {
        assertThat(greet()).isCompletedWithValueMatching(it -> code(it) == ToolErrorCode.NOT_FOUND);
    }

    @Test
    void D066_an_id_is_open_only_once() {
        assertThatThrownBy(() -> gateway.openSession(session.info(), SessionHost.ignoringEverything()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("'s'");
    }

    @Test
    void D029_an_unreadable_frame_fails_the_only_pending_call() {
        RecordedPeer peer = bound();
        CompletableFuture<ToolOutcome> outcome = greet();

        peer.says("{not json");

        assertThat(peer.last(ErrorMessage.class).code()).isEqualTo(ErrorCode.INVALID_JSON);
        assertThat(outcome).isCompletedWithValueMatching(it -> code(it) == ToolErrorCode.INTERNAL);
        assertThat(peer.closed()).isEmpty();
    }

    @Test
    void D029_an_unreadable_frame_with_two_calls_pending_closes_the_connection() {
        RecordedPeer peer = bound();
        CompletableFuture<ToolOutcome> first = greet();
        CompletableFuture<ToolOutcome> second = greet();

        peer.says("{not json");

        assertThat(peer.closed()).contains(CloseCode.POLICY_VIOLATION);
        assertThat(first).isCompletedWithValueMatching(it -> code(it) == ToolErrorCode.DISCONNECTED);
        assertThat(second).isCompletedWithValueMatching(it -> code(it) == ToolErrorCode.DISCONNECTED);
    }

    @Test
    void D224_closing_ends_sessions_and_connections_once_everybody_is_ready() {
        RecordedPeer peer = bound();

        CompletableFuture<Void> done = gateway.shutdown().toCompletableFuture();
        boolean early = done.isDone();
        peer.says("{\"type\":\"shutdown.ready\"}");

        assertThat(early).isFalse();
        assertThat(done).isCompleted();
        assertThat(peer.closed()).contains(CloseCode.GOING_AWAY);
    }

    @Test
    void D061_what_changes_at_once_is_told_once() {
        RecordedPeer first = new RecordedPeer(
                gateway.providerPort(), new Peer.InProcess(session.info().id()));
        RecordedPeer second = new RecordedPeer(
                gateway.providerPort(), new Peer.InProcess(session.info().id()));
        gateway.openSession(SessionInfo.of("t", "Another", Path.of("code")), SessionHost.ignoringEverything());
        SessionsUpdated opened = first.last(SessionsUpdated.class);

        gateway.closeNow();

        assertThat(opened.active()).hasSize(2);
        assertThat(first.all(SessionsUpdated.class)).hasSize(2);
        assertThat(first.last(SessionsUpdated.class).active()).isEmpty();
        assertThat(second.all(SessionsUpdated.class).get(0).active()).isSameAs(opened.active());
    }

    @Test
    void I57_a_session_keeps_account_of_so_many_identities_and_no_more() {
        for (int i = 0; i < 4_096; i++) {
            comeAndGo("p" + i);
        }

        RecordedPeer oneMore = comeAndGo("p4096");
        RecordedPeer oneAgain = comeAndGo("p0");

        assertThat(oneMore.last(ErrorMessage.class).code()).isEqualTo(ErrorCode.PAYLOAD_TOO_LARGE);
        assertThat(oneAgain.last(HelloAck.class).revision()).hasValue(2);
    }

    private RecordedPeer comeAndGo(String name) {
        RecordedPeer peer = new RecordedPeer(
                gateway.providerPort(), new Peer.InProcess(session.info().id()));
        peer.says(Hello.of(name, Optional.empty(), List.of()));
        peer.says(new Goodbye(Optional.empty()));
        return peer;
    }

    private static ToolErrorCode code(ToolOutcome outcome) {
        return ((ToolOutcome.Failure) outcome).code();
    }

    @Test
    void D040_secrets_have_a_readable_prefix_before_32_random_bytes() {
        RecordedPeer peer = bound();

        assertThat(gateway.tokens()
                        .issueSpawnToken(session.info().id(), new ProviderName("ci"))
                        .reveal())
                .matches("ptk-[A-Za-z0-9_-]{43}");
        assertThat(gateway.tokens().issueDiscoveryToken().reveal()).matches("ptk-[A-Za-z0-9_-]{43}");
        assertThat(peer.last(HelloAck.class).reconnectToken().orElseThrow()).matches("tok-[A-Za-z0-9_-]{43}");
        assertThat(peer.last(HelloAck.class).providerId().value()).startsWith("p-");
    }

    @Test
    void observers_tell_a_provider_that_has_said_goodbye_from_one_that_was_lost() {
        List<GatewayEvent.ProviderChanged.Presence> seen = new ArrayList<>();
        gateway.events().subscribe(new GatewayEvents.Listener() {
            @Override
            public void onProviderChanged(GatewayEvent.ProviderChanged event) {
                seen.add(event.presence());
            }
        });

        bound().says("{\"type\":\"goodbye\"}");
        bound().disconnects();

        assertThat(seen)
                .containsExactly(
                        GatewayEvent.ProviderChanged.Presence.BOUND,
                        GatewayEvent.ProviderChanged.Presence.LEFT,
                        GatewayEvent.ProviderChanged.Presence.BOUND,
                        GatewayEvent.ProviderChanged.Presence.DISCONNECTED);
    }

    @Test
    void D097_observers_learn_that_the_end_of_a_session_leaves_its_providers_connected() {
        List<GatewayEvent.ProviderChanged.Presence> seen = new ArrayList<>();
        gateway.events().subscribe(new GatewayEvents.Listener() {
            @Override
            public void onProviderChanged(GatewayEvent.ProviderChanged event) {
                seen.add(event.presence());
            }
        });
        RecordedPeer peer = bound();

        session.close();
        peer.says("{\"type\":\"shutdown.ready\"}");
        gateway.openSession(
                SessionInfo.of("s", "Again", Path.of("code")).withDiscoverable(true), SessionHost.ignoringEverything());
        peer.says(HELLO);
        peer.disconnects();

        assertThat(seen)
                .containsExactly(
                        GatewayEvent.ProviderChanged.Presence.BOUND,
                        GatewayEvent.ProviderChanged.Presence.UNBOUND,
                        GatewayEvent.ProviderChanged.Presence.BOUND,
                        GatewayEvent.ProviderChanged.Presence.DISCONNECTED);
    }
}
