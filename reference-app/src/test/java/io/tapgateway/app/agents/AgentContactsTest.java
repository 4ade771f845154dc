package io.tapgateway.app.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.connect.AgentKind;
import io.tapgateway.app.session.AppSessions;
import io.tapgateway.app.session.NewSession;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewayEvent.SessionChanged;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AgentContactsTest {
    private static final SessionId CLAUDE = new SessionId("claude-code-abcdefgh");

    private final Gateway gateway = Gateway.builder().executor(Runnable::run).build();
    private final AppSessions sessions = new AppSessions(gateway, () -> 0);
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
    private final AgentContacts contacts = new AgentContacts(now::get);

    @AfterEach
    void close() {
        gateway.closeNow();
    }

    private AppSessions.Open session(SessionId id) {
        return sessions.open(NewSession.of(id.value(), "", Optional.empty()));
    }

    @Test
    void G043_the_last_hook_of_each_agent_is_known() {
        contacts.hookAsked("codex");
        now.set(Instant.EPOCH.plusSeconds(5));
        contacts.hookAsked("codex");

        assertThat(contacts.lastHook(AgentKind.CODEX)).contains(Instant.EPOCH.plusSeconds(5));
        assertThat(contacts.lastHook(AgentKind.CLAUDE)).isEmpty();
    }

    @Test
    void G043_an_mcp_connection_is_heard_when_it_comes_and_when_it_goes() {
        contacts.mcpOpened(session(CLAUDE));
        assertThat(contacts.sessions(AgentKind.CLAUDE)).containsExactly("claude-code-abcdefgh");
        now.set(Instant.EPOCH.plusSeconds(5));

        contacts.onSessionChanged(new SessionChanged(CLAUDE, SessionChanged.Phase.ENDED));

        assertThat(contacts.sessions(AgentKind.CLAUDE)).isEmpty();
        assertThat(contacts.lastMcp(AgentKind.CLAUDE)).contains(Instant.EPOCH.plusSeconds(5));
        assertThat(contacts.lastMcp(AgentKind.CODEX)).isEmpty();
    }

    @Test
    void G043_a_session_that_no_agent_of_these_has_opened_is_nobodys() {
        contacts.mcpOpened(session(new SessionId("inspector-abcdefgh")));
        contacts.onSessionChanged(new SessionChanged(CLAUDE, SessionChanged.Phase.ENDED));

        for (AgentKind agent : AgentKind.values()) {
            assertThat(contacts.lastMcp(agent)).isEmpty();
        }
    }

    @Test
    void G043_a_session_that_has_ended_before_it_was_known_is_not_open() {
        AppSessions.Open brief = session(CLAUDE);
        sessions.end(brief).toCompletableFuture().join();

        contacts.mcpOpened(brief);

        assertThat(contacts.sessions(AgentKind.CLAUDE)).isEmpty();
        assertThat(contacts.lastMcp(AgentKind.CLAUDE)).contains(Instant.EPOCH);
    }
}
