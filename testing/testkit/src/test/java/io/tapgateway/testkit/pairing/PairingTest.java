package io.tapgateway.testkit.pairing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.message.AuthPairing;
import io.tapgateway.protocol.message.Sessions;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewayBuilder;
import io.tapgateway.runtime.Pairing;
import io.tapgateway.runtime.PairingPolicy;
import io.tapgateway.runtime.PairingStatus;
import io.tapgateway.runtime.PairingTarget;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.SessionView;
import io.tapgateway.runtime.transport.Peer;
import io.tapgateway.runtime.transport.Refusal;
import io.tapgateway.testkit.ManualClock;
import io.tapgateway.testkit.ManualExecutor;
import io.tapgateway.testkit.RecordingHost;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the embedder decides about pairing, and what the user does. */
final class PairingTest {
    private static final Optional<String> PAGE = Optional.of("http://localhost:5173");

    private final ManualClock clock = ManualClock.create();
    private final ManualExecutor executor = new ManualExecutor();
    private final RecordingHost host = new RecordingHost();
    private final List<Gateway> gateways = new ArrayList<>();

    @AfterEach
    void close() {
        gateways.forEach(Gateway::closeNow);
        executor.runAll();
    }

    private Gateway gateway(GatewayBuilder settings) {
        Gateway gateway = settings.clock(clock).build();
        gateways.add(gateway);
        gateway.openSession(SessionInfo.of("s", "A session", Path.of("/code")).withForeground(true), host);
        return gateway;
    }

    private Gateway gateway() {
        return gateway(Gateway.builder().executor(Runnable::run));
    }

    /** A gateway whose callbacks run when the test says so. */
    private Gateway slowGateway() {
        return gateway(Gateway.builder().executor(executor));
    }

    private static boolean hasCode(Visitor visitor) {
        return visitor.heard().stream().anyMatch(AuthPairing.class::isInstance);
    }

    @Test
    void D053_a_window_is_open_for_two_minutes_by_default() {
        Pairing pairing = gateway().pairing();

        pairing.openWindow();

        assertThat(pairing.status())
                .isEqualTo(
                        new PairingStatus(Optional.of(clock.wall().plus(Duration.ofMinutes(2))), false, List.of(), 0));
    }

    @Test
    void D229_a_window_does_not_depend_on_the_time_of_day() {
        Pairing pairing = gateway().pairing();
        pairing.openWindow();

        clock.jumpWall(Duration.ofHours(5));
        clock.advance(Duration.ofMinutes(1));
        Optional<java.time.Instant> closesAt = pairing.status().windowClosesAt();
        clock.advance(Duration.ofMinutes(1));

        assertThat(closesAt).contains(clock.wall());
        assertThat(pairing.status().windowClosesAt()).isEmpty();
    }

    @Test
    void a_second_window_replaces_the_first() {
        Pairing pairing = gateway().pairing();
        pairing.openWindow(Duration.ofMinutes(10));

        pairing.openWindow(Duration.ofSeconds(5));

        assertThat(pairing.status().windowClosesAt()).contains(clock.wall().plusSeconds(5));
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT-1S", "PT1H0.000000001S", "PT20000000H"})
    void a_window_of_no_sensible_length_is_refused(String length) {
        Pairing pairing = gateway().pairing();

        assertThatThrownBy(() -> pairing.openWindow(Duration.parse(length)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("PT1H");
        assertThat(pairing.status().windowClosesAt()).isEmpty();
    }

    @Test
    void a_window_of_an_hour_is_possible() {
        Pairing pairing = gateway().pairing();

        pairing.openWindow(Duration.ofHours(1));

        assertThat(pairing.status().windowClosesAt()).contains(clock.wall().plus(Duration.ofHours(1)));
    }

    @Test
    void D053_a_policy_that_fails_lets_nobody_in() {
        Gateway gateway = gateway(Gateway.builder().executor(Runnable::run).pairing(origin -> {
            throw new IllegalStateException("on purpose");
        }));
        Visitor visitor = new Visitor(gateway, Optional.empty());

        visitor.asks();
        clock.advance(Duration.ofMillis(100));

        assertThat(visitor.wasTold("does not let providers of this kind pair")).isTrue();
        assertThat(gateway.providerPort().refusal(new Peer.Remote(PAGE))).contains(Refusal.ORIGIN_NOT_ADMITTED);
    }

    @Test
    void D053_the_policy_sees_the_origin_as_it_was_sent() {
        List<Optional<String>> asked = new ArrayList<>();
        Gateway gateway = gateway(Gateway.builder().executor(Runnable::run).pairing(origin -> {
            asked.add(origin);
            return PairingPolicy.Mode.DENY;
        }));

        new Visitor(gateway, PAGE).asks();
        new Visitor(gateway, Optional.empty()).asks();

        assertThat(asked).containsExactly(PAGE, Optional.empty());
    }

    @Test
    void D047_a_target_that_fails_or_does_not_exist_is_no_session() {
        for (PairingTarget target : List.<PairingTarget>of(
                active -> {
                    throw new IllegalStateException("on purpose");
                },
                active -> Optional.of(new SessionId("elsewhere")),
                active -> Optional.empty())) {
            Gateway gateway = gateway(Gateway.builder().executor(Runnable::run).pairingTarget(target));
            Visitor visitor = new Visitor(gateway, Optional.empty());

            visitor.asks();
            clock.advance(Duration.ofMillis(100));

            assertThat(visitor.wasTold("no session available for pairing")).isTrue();
        }
    }

    @Test
    void D047_the_target_chooses_among_the_sessions_that_go_on() {
        List<List<String>> offered = new ArrayList<>();
        Gateway gateway = gateway(Gateway.builder().executor(Runnable::run).pairingTarget(active -> {
            offered.add(active.stream()
                    .map(SessionView::info)
                    .map(info -> info.id().value())
                    .toList());
            return Optional.of(new SessionId("other"));
        }));
        RecordingHost other = new RecordingHost();
        gateway.openSession(SessionInfo.of("other", "Another", Path.of("/other")), other);
        Visitor visitor = new Visitor(gateway, Optional.empty());

        visitor.asks();
        visitor.types(Timeline.codes(other).get(0));

        assertThat(offered).containsExactly(List.of("s", "other"));
        assertThat(Timeline.codes(host)).isEmpty();
        assertThat(visitor.heard())
                .filteredOn(Sessions.class::isInstance)
                .singleElement()
                .satisfies(it -> assertThat(((Sessions) it).active())
                        .extracting(session -> session.id().value())
                        .containsExactly("other"));
    }

    @Test
    void nothing_is_shown_until_the_embedder_has_decided() {
        Gateway gateway = slowGateway();
        Visitor visitor = new Visitor(gateway, Optional.empty());

        visitor.asks();
        boolean before = hasCode(visitor);
        executor.runAll();

        assertThat(before).isFalse();
        assertThat(hasCode(visitor)).isTrue();
    }

    @Test
    void D038_a_second_auth_before_the_decision_ends_the_connection() {
        Gateway gateway = slowGateway();
        Visitor visitor = new Visitor(gateway, Optional.empty());
        visitor.asks();

        visitor.asks();
        executor.runAll();

        assertThat(visitor.wasTold("one auth is under way already")).isTrue();
        assertThat(visitor.isClosed()).isTrue();
        assertThat(Timeline.codes(host)).isEmpty();
    }

    @Test
    void D017_a_decision_that_takes_too_long_comes_too_late() {
        Gateway gateway = slowGateway();
        Visitor visitor = new Visitor(gateway, Optional.empty());
        visitor.asks();

        clock.advance(Duration.ofSeconds(10));
        executor.runAll();

        assertThat(visitor.wasTold("no auth within the time allowed")).isTrue();
        assertThat(Timeline.codes(host)).isEmpty();
    }

    @Test
    void T05_requests_that_are_decided_together_still_show_one_code_for_an_origin() {
        Gateway gateway = slowGateway();
        Visitor first = new Visitor(gateway, PAGE);
        Visitor second = new Visitor(gateway, PAGE);
        first.asks();
        second.asks();

        executor.runAll();

        assertThat(hasCode(first)).isTrue();
        assertThat(second.wasTold("another pairing is under way")).isTrue();
        assertThat(Timeline.codes(host)).hasSize(1);
    }

    @Test
    void T28_an_embedder_that_never_decides_is_not_asked_without_end() {
        Gateway gateway = slowGateway();
        for (int i = 0; i < Limit.UNAUTHENTICATED_CONNECTIONS.standard(); i++) {
            Visitor visitor = new Visitor(gateway, Optional.empty());
            visitor.asks();
            visitor.leaves();
        }
        Visitor next = new Visitor(gateway, Optional.empty());

        next.asks();
        boolean told = next.wasTold("too many requests to pair at once");
        executor.runAll();
        Visitor later = new Visitor(gateway, Optional.empty());
        later.asks();
        executor.runAll();

        assertThat(told).isTrue();
        assertThat(hasCode(later)).isTrue();
    }

    @Test
    void D050_a_muted_origin_is_not_forgotten_for_the_sake_of_others() {
        Limits limits =
                Limits.standard().with(Limit.PAIRING_ORIGINS_REMEMBERED, 2).with(Limit.WRONG_CODES_PER_ORIGIN, 1);
        Gateway gateway = gateway(Gateway.builder().executor(Runnable::run).limits(limits));
        mistype(gateway, "http://localhost:1");
        mistype(gateway, "http://localhost:2");

        Visitor third = new Visitor(gateway, Optional.of("http://localhost:3"));
        third.asks();
        List<String> muted = gateway.pairing().status().mutedOrigins();
        gateway.pairing().unlock();
        Visitor fourth = new Visitor(gateway, Optional.of("http://localhost:3"));
        fourth.asks();

        assertThat(third.wasTold("too many pairings in a minute")).isTrue();
        assertThat(muted).containsExactlyInAnyOrder("http://localhost:1", "http://localhost:2");
        assertThat(hasCode(fourth)).isTrue();
    }

    private void mistype(Gateway gateway, String origin) {
        Visitor visitor = new Visitor(gateway, Optional.of(origin));
        visitor.asks();
        List<String> codes = Timeline.codes(host);
        visitor.types(Timeline.unlike(codes.get(codes.size() - 1)));
        clock.advance(Duration.ofMinutes(2));
    }

    @Test
    void I59_nothing_is_left_of_pairing_when_the_gateway_has_ended() {
        Gateway gateway = gateway();
        Visitor waiting = new Visitor(gateway, PAGE);
        waiting.asks();
        Visitor paired = new Visitor(gateway, Optional.empty());
        paired.asks();
        paired.types(Timeline.codes(host).get(1));

        gateway.closeNow();
        clock.advance(Duration.ofMinutes(3));

        assertThat(waiting.wasTold("the session has ended")).isTrue();
        assertThat(waiting.isClosed()).isTrue();
        assertThat(paired.isClosed()).isTrue();
        assertThat(gateway.pairing().status()).isEqualTo(new PairingStatus(Optional.empty(), false, List.of(), 0));
        assertThat(clock.pending()).isZero();
    }
}
