package io.tapgateway.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.link.GatewayFinder.Found;
import io.tapgateway.link.VirtualGateway.Listener;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a gateway is looked for and started, where each wait takes virtual time. */
class GatewayFinderTest {
    @TempDir
    private Path home;

    private final VirtualGateway gateway = new VirtualGateway();

    @AfterEach
    void stop() {
        gateway.close();
    }

    @Test
    void a_gateway_that_runs_is_joined() throws Exception {
        announce(ProcessHandle.current().pid());

        Found found = finder(ConnectorSettings.home(home)).find();

        assertThat(found.place()).isEqualTo(HostGateway.Place.JOINED);
        assertThat(found.link().isOver()).isFalse();
        assertThat(gateway.dialled).isEqualTo(1);
    }

    @Test
    void a_gateway_whose_process_has_ended_is_none() throws Exception {
        Process process = new ProcessBuilder("true").start();
        process.waitFor();
        announce(process.pid());

        assertThatThrownBy(() -> finder(ConnectorSettings.home(home)).find())
                .isInstanceOf(LinkFailure.class)
                .hasMessageContaining("No gateway runs in");
        assertThat(gateway.dialled).isZero();
    }

    @Test
    void a_gateway_that_does_not_listen_is_none() throws Exception {
        announce(ProcessHandle.current().pid());
        gateway.listens(Listener.NOBODY);

        assertThatThrownBy(() -> finder(ConnectorSettings.home(home)).find())
                .isInstanceOf(LinkFailure.class)
                .hasMessageContaining("No gateway runs in");
    }

    @Test
    void whoever_else_has_the_turn_to_start_is_waited_for() throws Exception {
        ConnectorSettings settings =
                ConnectorSettings.home(home).startingWith(List.of("false")).within(Duration.ofSeconds(2));
        try (StartTurn others = StartTurn.tryTake(home).orElseThrow()) {
            assertThat(others).isNotNull();

            assertThatThrownBy(() -> finder(settings).find())
                    .isInstanceOf(LinkFailure.class)
                    .hasMessageContaining("was not there within 2 seconds");
        }
        assertThat(gateway.clock.nanos()).isEqualTo(Duration.ofSeconds(2).toNanos());
    }

    @Test
    void a_gateway_that_appears_while_another_host_starts_one_is_joined() throws Exception {
        ConnectorSettings settings = ConnectorSettings.home(home).startingWith(List.of("false"));
        gateway.clock.wakeAt(Duration.ofSeconds(3).toNanos(), this::announceThis);
        try (StartTurn others = StartTurn.tryTake(home).orElseThrow()) {
            assertThat(others).isNotNull();

            Found found = finder(settings).find();

            assertThat(found.place()).isEqualTo(HostGateway.Place.JOINED);
        }
    }

    @Test
    void a_gateway_that_was_started_is_found_as_soon_as_it_is_there() throws Exception {
        ConnectorSettings settings = ConnectorSettings.home(home).startingWith(List.of("sleep", "5"));
        gateway.clock.wakeAt(Duration.ofSeconds(3).toNanos(), this::announceThis);

        Found found = finder(settings).find();

        assertThat(found.place()).isEqualTo(HostGateway.Place.STARTED);
        assertThat(gateway.clock.nanos()).isEqualTo(Duration.ofSeconds(3).toNanos());
    }

    private GatewayFinder finder(ConnectorSettings settings) {
        return new GatewayFinder(settings, new PatientClock(), gateway::dial, gateway.sessions);
    }

    private void announceThis() {
        try {
            announce(ProcessHandle.current().pid());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private void announce(long pid) throws IOException {
        HostFixture.announce(home, 1, 9401, pid);
    }

    /** Whoever waits lets virtual time pass. */
    private final class PatientClock implements LinkClock {
        @Override
        public long nanos() {
            return gateway.clock.nanos();
        }

        @Override
        public Instant wall() {
            return gateway.clock.wall();
        }

        @Override
        public Wakeup wakeAt(long atNanos, Runnable task) {
            return gateway.clock.wakeAt(atNanos, task);
        }

        @Override
        public void pause(Duration time) {
            gateway.clock.advance(time);
        }
    }
}
