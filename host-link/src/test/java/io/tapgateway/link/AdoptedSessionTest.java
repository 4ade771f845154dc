package io.tapgateway.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.AgentWindow;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.TimelineEntry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A host in another process that goes on with a session of its agent's window, in virtual time. */
class AdoptedSessionTest {
    private final VirtualGateway gateway = new VirtualGateway();
    private final List<String> told = new ArrayList<>();

    @AfterEach
    void stop() {
        gateway.close();
    }

    @Test
    void M011_a_host_with_a_window_goes_on_with_the_session_that_there_is_and_gives_it_back() throws Exception {
        hooked();
        RemoteSession session = session("face", Optional.of(new AgentWindow(1, Set.of())));

        session.openAt(gateway.link()).join();

        assertThat(gateway.openSessions()).containsExactly(VirtualGateway.HOOKED);
        assertThat(session.info().id()).isEqualTo(new SessionId(VirtualGateway.HOOKED));
        assertThat(told).contains("tools");
        session.close();
        assertThat(gateway.openSessions()).containsExactly(VirtualGateway.HOOKED);
        assertThat(told).last().isEqualTo("closed");
        assertThat(gateway.sessions.isEmpty()).isTrue();
    }

    @Test
    void M011_a_link_that_is_over_gives_the_session_back() throws Exception {
        hooked();
        RemoteSession session = session("face", Optional.of(new AgentWindow(1, Set.of())));
        session.openAt(gateway.link()).join();
        gateway.listens(VirtualGateway.Listener.NOBODY);
        gateway.cut();

        gateway.clock.advance(LinkRules.GRACE);

        assertThat(gateway.openSessions()).containsExactly(VirtualGateway.HOOKED);
        assertThat(gateway.formerHost.ended()).isFalse();
        gateway.gateway()
                .session(new SessionId(VirtualGateway.HOOKED))
                .orElseThrow()
                .close();
        assertThat(gateway.formerHost.ended()).isTrue();
    }

    @Test
    void M011_a_host_without_a_window_opens_a_session_of_its_own() throws Exception {
        hooked();
        RemoteSession session = session("face", Optional.empty());

        session.openAt(gateway.link()).join();

        assertThat(gateway.openSessions()).containsExactlyInAnyOrder(VirtualGateway.HOOKED, "face");
    }

    @Test
    void M011_an_adopted_session_keeps_its_name_at_the_next_gateway() throws Exception {
        hooked();
        RemoteSession session = session("face", Optional.of(new AgentWindow(1, Set.of())));
        GatewayLink first = gateway.link();
        session.openAt(first).join();
        gateway.replace();
        session.lost(first);

        session.openAt(gateway.link()).join();

        assertThat(gateway.openSessions()).containsExactly(VirtualGateway.HOOKED);
        assertThat(gateway.sessions.get(new SessionId(VirtualGateway.HOOKED))).contains(session);
        assertThat(gateway.sessions.get(new SessionId("face"))).isEmpty();
        session.reserveToolNames(Set.of("mine"));
        assertThat(session.info().reservedToolNames()).containsExactly("mine");
    }

    private void hooked() {
        gateway.gateway().openSession(HostFixture.info(VirtualGateway.HOOKED), gateway.formerHost);
        gateway.clock.advance(Duration.ofSeconds(1));
    }

    private RemoteSession session(String id, Optional<AgentWindow> window) {
        RemoteSession made = new RemoteSession(
                HostFixture.info(id), new Face(window), gateway.sessions, gateway.clock, Runnable::run);
        gateway.sessions.add(made);
        return made;
    }

    /** The host of an agent. */
    private final class Face implements SessionHost {
        private final Optional<AgentWindow> agent;

        private Face(Optional<AgentWindow> agent) {
            this.agent = agent;
        }

        @Override
        public void toolsChanged(List<RegisteredTool> tools) {
            told.add("tools");
        }

        @Override
        public void log(TimelineEntry entry) {}

        @Override
        public CompletionStage<Void> send(InjectedPrompt prompt) {
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public Optional<AgentWindow> window() {
            return agent;
        }

        @Override
        public void closed() {
            told.add("closed");
        }
    }
}
