package io.tapgateway.app.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.connect.AgentKind;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.GatewayEvent.SessionChanged;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class AgentContactsTest {
    private static final SessionId CLAUDE = new SessionId("claude-code-abcdefgh");

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
    private final AgentContacts contacts = new AgentContacts(now::get);

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
        contacts.mcpOpened(CLAUDE);
        assertThat(contacts.sessions(AgentKind.CLAUDE)).containsExactly("claude-code-abcdefgh");
        now.set(Instant.EPOCH.plusSeconds(5));

        contacts.onSessionChanged(new SessionChanged(CLAUDE, SessionChanged.Phase.ENDED));

        assertThat(contacts.sessions(AgentKind.CLAUDE)).isEmpty();
        assertThat(contacts.lastMcp(AgentKind.CLAUDE)).contains(Instant.EPOCH.plusSeconds(5));
        assertThat(contacts.lastMcp(AgentKind.CODEX)).isEmpty();
    }

    @Test
    void G043_a_session_that_no_agent_of_these_has_opened_is_nobodys() {
        contacts.mcpOpened(new SessionId("inspector-abcdefgh"));
        contacts.onSessionChanged(new SessionChanged(CLAUDE, SessionChanged.Phase.ENDED));

        for (AgentKind agent : AgentKind.values()) {
            assertThat(contacts.lastMcp(agent)).isEmpty();
        }
    }
}
