package io.tapgateway.runtime.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.connection.GatewayState;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.Auth;
import io.tapgateway.protocol.message.Correlation;
import io.tapgateway.protocol.message.Goodbye;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.message.Push;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.PushLevel;
import io.tapgateway.protocol.model.ToolDefinition;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.runtime.CallOptions;
import io.tapgateway.runtime.PairingPolicy;
import io.tapgateway.runtime.Policies;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.runtime.core.RecordingEffects.Closed;
import io.tapgateway.runtime.core.RecordingEffects.Completed;
import io.tapgateway.runtime.core.RecordingEffects.Sent;
import io.tapgateway.runtime.core.kernel.ConnectionId;
import io.tapgateway.runtime.core.kernel.Receipt;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How connections begin and end, and in which order what follows is done. */
class PeerDeskTest {
    private static final Receipt<ToolOutcome> RECEIPT = new Receipt<>() {};

    private final DrivenCore core = new DrivenCore(Policies.STANDARD);
    private final RecordingEffects effects = core.effects();

    @Test
    void D018_a_peer_is_told_why_before_it_is_closed_and_nothing_after() {
        ConnectionId stranger = core.connect();

        core.says(stranger, Push.of(PushLevel.KEEP, "an event"));

        assertThat(effects.all(Sent.class)).hasSize(1);
        assertThat(core.errors(stranger)).containsExactly("'push' not legal in state AwaitAuth");
        assertThat(effects.take())
                .endsWith(new Closed(stranger, CloseCode.AUTH_FAILED, "AUTH_FAILED"))
                .filteredOn(Closed.class::isInstance)
                .hasSize(1);
    }

    @Test
    void I11_calls_have_ended_when_their_provider_is_closed() {
        ConnectionId provider = provider();
        core.input(new HostInput.ToolCalled(
                DrivenCore.SESSION, new CallId("call-1"), "build", JsonValue.EMPTY_OBJECT, CallOptions.NONE, RECEIPT));
        effects.take();

        core.core().giveUp(provider, core.now());

        assertThat(effects.take())
                .filteredOn(it -> it instanceof Completed || it instanceof Closed)
                .satisfiesExactly(
                        first -> assertThat(((Completed) first).answer())
                                .isEqualTo(ToolOutcome.failure(
                                        ToolErrorCode.DISCONNECTED, "the provider has disconnected")),
                        second -> assertThat(second)
                                .isEqualTo(new Closed(provider, CloseCode.INTERNAL_ERROR, "internal error")));
    }

    @Test
    void D099_who_says_goodbye_is_closed_normally() {
        ConnectionId provider = provider();

        core.says(provider, new Goodbye(Optional.empty()));

        assertThat(core.closed(provider)).contains(CloseCode.NORMAL);
        assertThat(core.state(provider).isOver()).isTrue();
    }

    @Test
    void D023_nothing_that_comes_after_the_end_has_any_effect() {
        ConnectionId provider = provider();
        core.says(provider, new Goodbye(Optional.empty()));
        effects.take();

        core.says(provider, Push.of(PushLevel.SURFACE, "late"));
        core.input(new PeerInput.Ponged(provider));
        core.input(new PeerInput.Closed(provider, CloseCode.GOING_AWAY));

        assertThat(effects.take()).isEmpty();
    }

    @Test
    void a_peer_that_closes_is_not_closed_again() {
        ConnectionId provider = provider();

        core.input(new PeerInput.Closed(provider, CloseCode.GOING_AWAY));

        assertThat(core.closed(provider)).isEmpty();
        assertThat(core.state(provider).isOver()).isTrue();
    }

    @Test
    void D017_who_does_not_say_who_it_is_in_time_is_told_and_closed() {
        ConnectionId stranger = core.connect();

        core.pass(Duration.ofMillis(Limit.AUTH_TIMEOUT.standard()));

        assertThat(core.errors(stranger)).containsExactly("no auth within the time allowed");
        assertThat(core.closed(stranger)).contains(CloseCode.TIMED_OUT);
    }

    @Test
    void D017_who_answers_no_pings_is_closed() {
        ConnectionId provider = provider();

        core.pass(Duration.ofMillis(Limit.PING_INTERVAL.standard() * (Limit.UNANSWERED_PINGS.standard() + 1)));

        assertThat(core.closed(provider)).contains(CloseCode.TIMED_OUT);
    }

    @Test
    void D053_while_the_embedder_is_asked_a_peer_may_say_nothing() {
        ConnectionId page = core.connect();
        core.says(page, new Auth(new Auth.Credential.Pair(Optional.empty())));
        GatewayState asked = core.state(page);

        core.says(page, new Auth(new Auth.Credential.Pair(Optional.empty())));

        assertThat(asked).isEqualTo(GatewayState.awaitAuth().toAwaitConsent());
        assertThat(core.errors(page)).containsExactly("one auth is under way already");
        assertThat(core.closed(page)).contains(CloseCode.AUTH_FAILED);
    }

    @Test
    void D053_a_peer_whose_pairing_the_embedder_allows_waits_for_the_code() {
        ConnectionId page = core.connect();
        core.says(page, new Auth(new Auth.Credential.Pair(Optional.empty())));

        core.input(new PeerInput.PairingDecided(page, PairingPolicy.Mode.ASK, Optional.of(DrivenCore.SESSION)));

        assertThat(core.state(page))
                .isEqualTo(GatewayState.awaitAuth().toAwaitConsent().toAwaitPairing());
    }

    @Test
    void a_decision_on_a_peer_that_has_left_changes_nothing() {
        ConnectionId page = core.connect();
        core.says(page, new Auth(new Auth.Credential.Pair(Optional.empty())));
        core.input(new PeerInput.Closed(page, CloseCode.GOING_AWAY));
        effects.take();

        core.input(new PeerInput.PairingDecided(page, PairingPolicy.Mode.ASK, Optional.of(DrivenCore.SESSION)));

        assertThat(effects.take()).isEmpty();
    }

    @Test
    void D034_who_goes_on_breaking_rules_is_closed() {
        ConnectionId provider = provider();

        for (int i = 0; i < Limit.VIOLATIONS_PER_MINUTE.standard(); i++) {
            unknown(provider);
        }
        Optional<CloseCode> before = core.closed(provider);
        unknown(provider);

        assertThat(before).isEmpty();
        assertThat(core.closed(provider)).contains(CloseCode.POLICY_VIOLATION);
    }

    @Test
    void when_the_gateway_closes_everybody_goes_when_the_last_session_has() {
        ConnectionId provider = provider();

        core.input(new HostInput.GatewayClosing(true));

        assertThat(core.closed(provider)).contains(CloseCode.GOING_AWAY);
        assertThat(core.core().isClosed()).isTrue();
        assertThat(core.core().pendingTimers()).isZero();
    }

    @Test
    void what_failed_costs_the_connection_that_it_was_about() {
        ConnectionId provider = provider();
        Input input = new PeerInput.Received(provider, new Decoded.Valid<>(new Goodbye(Optional.empty())), 1);

        core.core().contain(input, core.now());

        assertThat(core.closed(provider)).contains(CloseCode.INTERNAL_ERROR);
    }

    private void unknown(ConnectionId connection) {
        core.input(new PeerInput.Received(connection, new Decoded.Unknown<>("nonsense", Correlation.NONE), 1));
    }

    private ConnectionId provider() {
        ConnectionId provider = core.connect(core.spawnToken("ci"));
        ToolDefinition tool = ToolDefinition.of("build", "Builds it", JsonValue.EMPTY_OBJECT);
        core.says(provider, Hello.of("ci", Optional.empty(), List.of(tool)));
        return provider;
    }
}
