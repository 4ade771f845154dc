package io.tapgateway.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.transport.Peer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class IdleShutdownTest {
    private static final Duration GRACE = Duration.ofMillis(Limit.IDLE_SHUTDOWN.standard());
    private static final Duration INSTANT = Duration.ofMillis(1);

    private final ManualClock clock = ManualClock.create();
    private final Gateway gateway = Gateway.builder()
            .clock(clock)
            .executor(Runnable::run)
            .idleShutdown(true)
            .build();
    private final CompletableFuture<Void> closed = gateway.closed().toCompletableFuture();

    @AfterEach
    void close() {
        gateway.closeNow();
    }

    @Test
    void D226_a_gateway_that_nobody_comes_to_ends_after_the_grace_period_and_not_before() {
        clock.advance(GRACE.minus(INSTANT));
        assertThat(closed).isNotDone();

        clock.advance(INSTANT);

        assertThat(closed).isCompleted();
        assertThatThrownBy(() -> open("late")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void D226_a_session_that_comes_in_the_last_moment_keeps_it_alive() {
        clock.advance(GRACE.minus(INSTANT));
        open("s");

        clock.advance(GRACE.multipliedBy(10));

        assertThat(closed).isNotDone();
    }

    @Test
    void D226_the_whole_grace_period_begins_again_with_the_end_of_the_last_session() {
        GatewaySession first = open("first");
        GatewaySession second = open("second");
        clock.advance(GRACE);
        first.close();
        clock.advance(GRACE);
        assertThat(closed).isNotDone();

        second.close();
        clock.advance(GRACE.minus(INSTANT));
        assertThat(closed).isNotDone();
        clock.advance(INSTANT);

        assertThat(closed).isCompleted();
    }

    @Test
    void D226_connections_stay_during_the_grace_period_and_see_no_session() {
        GatewaySession session = open("s");
        ScriptedPeer peer = ScriptedPeer.connect(
                        gateway.providerPort(), new Peer.InProcess(new SessionId("s")), new Captures())
                .receives("{\"type\":\"sessions\",\"*\":\"*\"}");

        session.close();
        clock.advance(GRACE.minus(INSTANT));
        peer.receives("{\"type\":\"sessions.updated\",\"active\":[]}");
        clock.advance(INSTANT);

        peer.closedWith(1001);
    }

    @Test
    void D226_without_the_option_a_gateway_waits_for_ever() {
        ManualClock other = ManualClock.create();
        Gateway patient = Gateway.builder().clock(other).executor(Runnable::run).build();

        other.advance(GRACE.multipliedBy(100));

        assertThat(patient.closed().toCompletableFuture()).isNotDone();
        patient.closeNow();
        assertThat(patient.closed().toCompletableFuture()).isCompleted();
    }

    private GatewaySession open(String id) {
        return gateway.openSession(SessionInfo.of(id, id, Path.of("code")), SessionHost.ignoringEverything());
    }
}
