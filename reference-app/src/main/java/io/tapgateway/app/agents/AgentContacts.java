package io.tapgateway.app.agents;

import io.tapgateway.app.connect.AgentKind;
import io.tapgateway.app.session.AppSessions;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.GatewayEvents;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * When agents were heard of the last time, by their hooks and by their MCP connections, since this gateway started
 * (G-043). What an agent calls itself is believed. Thread-safe.
 */
public final class AgentContacts implements GatewayEvents.Listener {
    private final Supplier<Instant> now;
    private final Map<String, Instant> hooks = new ConcurrentHashMap<>();
    private final Map<SessionId, AgentKind> open = new ConcurrentHashMap<>();
    private final Map<AgentKind, Instant> servers = new ConcurrentHashMap<>();

    public AgentContacts(Supplier<Instant> now) {
        this.now = now;
    }

    /** A hook of the agent of that label has asked. */
    public void hookAsked(String label) {
        hooks.put(label, now.get());
    }

    /** An agent has opened a session for its MCP connection. */
    public void mcpOpened(AppSessions.Open session) {
        SessionId id = session.gateway().info().id();
        AgentKind.ofSession(id).ifPresent(agent -> {
            open.put(id, agent);
            servers.put(agent, now.get());
        });
        if (session.host().isClosed()) {
            // Its end was told before it was known here.
            open.remove(id);
        }
    }

    /** When a hook of the agent has asked the last time. */
    public Optional<Instant> lastHook(AgentKind agent) {
        return Optional.ofNullable(hooks.get(agent.label()));
    }

    /** When an MCP connection of the agent was opened, used or closed the last time. */
    public Optional<Instant> lastMcp(AgentKind agent) {
        return Optional.ofNullable(servers.get(agent));
    }

    /** The open sessions of its MCP connections, sorted. */
    public List<String> sessions(AgentKind agent) {
        return open.entrySet().stream()
                .filter(it -> it.getValue() == agent)
                .map(it -> it.getKey().value())
                .sorted()
                .toList();
    }

    @Override
    public void onCallEnded(GatewayEvent.CallEnded event) {
        heard(Optional.ofNullable(open.get(event.id())));
    }

    @Override
    public void onSessionChanged(GatewayEvent.SessionChanged event) {
        if (event.phase() == GatewayEvent.SessionChanged.Phase.ENDED) {
            heard(Optional.ofNullable(open.remove(event.id())));
        }
    }

    private void heard(Optional<AgentKind> agent) {
        agent.ifPresent(it -> servers.put(it, now.get()));
    }
}
