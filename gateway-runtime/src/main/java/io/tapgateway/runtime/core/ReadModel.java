package io.tapgateway.runtime.core;

import io.tapgateway.protocol.model.ProviderId;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.StreamEntry;
import io.tapgateway.protocol.model.ToolDefinition;
import io.tapgateway.runtime.ExternalAppend;
import io.tapgateway.runtime.GuardView;
import io.tapgateway.runtime.InterceptorInterest;
import io.tapgateway.runtime.ProviderOfferings;
import io.tapgateway.runtime.ProviderView;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.SessionView;
import io.tapgateway.runtime.StreamEvent;
import io.tapgateway.runtime.StreamView;
import io.tapgateway.runtime.core.connection.ConnectionTable;
import io.tapgateway.runtime.core.prompt.PromptDesk;
import io.tapgateway.runtime.core.session.HostFeed;
import io.tapgateway.runtime.core.session.SessionRegistry;
import io.tapgateway.runtime.core.state.Connection;
import io.tapgateway.runtime.core.state.Presence;
import io.tapgateway.runtime.core.state.ProvidedTool;
import io.tapgateway.runtime.core.state.Registration;
import io.tapgateway.runtime.core.state.Session;
import io.tapgateway.runtime.core.state.SessionTool;
import io.tapgateway.runtime.core.state.StreamShelf;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What administration may see of the core: snapshots, never the state itself. Confined to the loop. */
public final class ReadModel {
    private final SessionRegistry sessions;
    private final ConnectionTable connections;

    ReadModel(SessionRegistry sessions, ConnectionTable connections) {
        this.sessions = sessions;
        this.connections = connections;
    }

    /** All sessions, oldest first. */
    public List<SessionView> sessions() {
        List<SessionView> views = new ArrayList<>();
        for (Session session : sessions.all()) {
            views.add(view(session));
        }
        return List.copyOf(views);
    }

    /** What is known of a session. */
    public Optional<SessionInfo> info(SessionId id) {
        return sessions.find(id).map(Session::info);
    }

    /** All authenticated connections, oldest first. */
    public List<ProviderView> providers() {
        List<ProviderView> views = new ArrayList<>();
        for (Connection connection : connections.authenticated()) {
            views.add(view(connection));
        }
        return List.copyOf(views);
    }

    /** Whose rules are in force in a session. */
    public List<GuardView> guards(SessionId id, long now) {
        return sessions.find(id)
                .map(session -> session.rules().views(now).toList())
                .orElse(List.of());
    }

    /** The tools of a session, by name. */
    public List<RegisteredTool> tools(SessionId id) {
        return sessions.find(id).map(HostFeed::tools).orElse(List.of());
    }

    /** The tool of exactly that name in a session. */
    public Optional<RegisteredTool> tool(SessionId id, String name) {
        return sessions.find(id).map(session -> session.tool(name)).map(SessionTool::view);
    }

    /**
     * What each provider offers in a session, as it declared it, also where the session shows several definitions as
     * one.
     */
    public Map<ProviderId, List<ToolDefinition>> offers(SessionId id) {
        Map<ProviderId, List<ToolDefinition>> offers = new LinkedHashMap<>();
        sessions.find(id)
                .map(Session::presences)
                .ifPresent(all -> all.forEach(presence -> offers.put(
                        presence.registration().providerId(),
                        presence.tools().stream().map(ProvidedTool::definition).toList())));
        return offers;
    }

    /** Whether an interceptor of a session takes part in that. */
    public boolean intercepts(SessionId id, InterceptorInterest interest) {
        return sessions.find(id)
                .map(session -> session.interceptors().any(interest))
                .orElse(false);
    }

    /** What providers offer in a session beside tools. */
    public List<ProviderOfferings> offerings(SessionId id) {
        return sessions.find(id).map(Session::presences).orElse(List.of()).stream()
                .map(Presence::registration)
                .filter(it -> !it.offerings().isEmpty())
                .map(it -> new ProviderOfferings(
                        it.identity().name(), it.principal().trust(), it.offerings()))
                .toList();
    }

    /** The streams of a session, by name. */
    public List<StreamView> streams(SessionId id) {
        List<StreamView> views = new ArrayList<>();
        sessions.find(id).map(Session::streams).ifPresent(shelf -> {
            for (String owner : shelf.owners()) {
                shelf.of(owner).forEach(it -> views.add(it.view()));
            }
        });
        views.sort((a, b) -> a.name().compareTo(b.name()));
        return List.copyOf(views);
    }

    /** How much text all streams of a session retain, in bytes. */
    public long streamBytes(SessionId id) {
        return sessions.find(id).map(session -> session.streams().bytes()).orElse(0L);
    }

    /** The newest events of a stream. */
    public List<StreamEvent> stream(SessionId id, String name, int last) {
        return sessions.find(id)
                .flatMap(session -> stream(session.streams(), name))
                .map(stream -> events(stream, last))
                .orElse(List.of());
    }

    private static Optional<StreamShelf.Stream> stream(StreamShelf shelf, String name) {
        int at = name.lastIndexOf('@');
        return at < 0
                ? Optional.empty()
                : shelf.of(name.substring(at + 1).toLowerCase(Locale.ROOT)).stream()
                        .filter(it -> it.name().value().equals(name.substring(0, at)))
                        .findFirst();
    }

    private static List<StreamEvent> events(StreamShelf.Stream stream, int last) {
        List<StreamEvent> events = new ArrayList<>();
        for (StreamEntry entry : stream.newest(last)) {
            events.add(new StreamEvent(stream.newestSeq() - events.size(), entry));
        }
        return events;
    }

    /** What external providers would append to the prompts of a session. */
    public Set<ExternalAppend> externalAppends(SessionId id) {
        return sessions.find(id).map(PromptDesk::externalAppends).orElse(Set.of());
    }

    private static SessionView view(Session session) {
        SessionView.State state = session.isEnding() ? SessionView.State.SHUTDOWN_PENDING : SessionView.State.ACTIVE;
        return new SessionView(
                session.info(),
                state,
                session.toolsByFoldedName().size(),
                session.presences().size());
    }

    private static ProviderView view(Connection connection) {
        Optional<Registration> registration = connection.registration();
        int queued = registration.map(it -> it.waiting().size()).orElse(0);
        List<String> tools = registration.map(it -> List.copyOf(it.toolNames())).orElse(List.of());
        return new ProviderView(
                registration.map(Registration::providerId),
                registration.map(Registration::identity),
                connection.principal().orElseThrow().trust(),
                connection.state().label(),
                registration.map(it -> it.key().scope()),
                new ProviderView.Load(tools, connection.liveCalls(), queued, connection.openedAt()));
    }
}
