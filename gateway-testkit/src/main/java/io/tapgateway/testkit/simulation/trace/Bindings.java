package io.tapgateway.testkit.simulation.trace;

import io.tapgateway.protocol.message.ContextUpdate;
import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.message.HelloAck;
import io.tapgateway.protocol.message.SessionReady;
import io.tapgateway.protocol.message.ToolsUpdate;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.ProviderId;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolDefinition;
import io.tapgateway.protocol.model.ToolName;
import io.tapgateway.runtime.ProviderView;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.testkit.simulation.trace.ConnectionRecord.Phase;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/** Who is bound where, with which tools, as it must be. Confined to the thread of its simulation. */
public final class Bindings {
    /** What a reconnect token stands for. */
    private static final class Ticket {
        private final Binding binding;
        private final String principal;
        private long lostAt = Long.MIN_VALUE;

        private Ticket(Binding binding, String principal) {
            this.binding = binding;
            this.principal = principal;
        }

        private boolean belongsTo(ConnectionRecord connection, Hello.Identity identity) {
            return principal.equals(connection.principal())
                    && binding.identity().name().folded().equals(identity.name().folded())
                    && binding.identity().instance().equals(identity.instance());
        }

        /** Its owner may show it there, and nothing comes of it (I-32). */
        private boolean isForAnotherSession(Hello hello) {
            return hello.session().filter(it -> !it.equals(binding.scope())).isPresent();
        }
    }

    private final Map<SessionId, SessionRecord> sessions;
    private final Calls calls;
    private final Limits limits;
    private final Set<Binding> live = new LinkedHashSet<>();
    private final Map<String, Ticket> tickets = new HashMap<>();
    private long made;

    Bindings(Map<SessionId, SessionRecord> sessions, Calls calls, Limits limits) {
        this.sessions = sessions;
        this.calls = calls;
        this.limits = limits;
    }

    /** The bindings that live, oldest first. */
    public Collection<Binding> live() {
        return live;
    }

    /** The provider of a tool in a session. */
    public Optional<Binding> ownerOf(SessionId session, String tool) {
        return live.stream().filter(it -> it.tool(session, tool).isPresent()).findFirst();
    }

    /** The folded names of all tools that a session must have. */
    public Set<String> toolNames(SessionId session) {
        Set<String> names = new TreeSet<>();
        live.forEach(
                it -> names.addAll(it.tools().getOrDefault(session, Map.of()).keySet()));
        return names;
    }

    void bind(ConnectionRecord connection, HelloAck ack, long now) {
        end(connection, now, false);
        burnIfStolen(connection, now);
        Hello hello = connection.hello().orElseGet(() -> Hello.of("unasked", Optional.empty(), List.of()));
        SessionId scope = ack.sessionId().orElse(SessionId.ALL);
        Optional<Ticket> ticket = hello.reconnectToken().flatMap(token -> redeem(connection, token, hello, now));
        Binding binding = ticket.isPresent()
                ? new Binding(++made, connection.id(), hello, ack.providerId(), scope, ticket.get().binding)
                : new Binding(++made, connection.id(), hello, ack.providerId(), scope);
        binding.setTemplate(hello.contribution()
                .tools()
                .map(Bindings::byFoldedName)
                .or(() -> ticket.map(it -> it.binding.template()))
                .orElse(Map.of()));
        for (SessionRecord session : sessions.values()) {
            boolean inScope = scope.isAll() ? !session.isEnding() : session.id().equals(scope);
            if (inScope) {
                enter(binding, session);
            }
        }
        sessions.values().stream()
                .filter(session -> session.id().equals(scope)
                        && session.revision(ack.providerId()).isEmpty())
                .forEach(session -> ack.revision().ifPresent(it -> session.setRevision(ack.providerId(), it)));
        live.add(binding);
        // Each hello.ack supersedes the reconnect token before it (D-080).
        tickets.values().removeIf(earlier -> earlier.binding.hasIdentityOf(binding));
        ack.reconnectToken().ifPresent(token -> tickets.put(token, new Ticket(binding, connection.principal())));
        connection.setBinding(binding);
        connection.enter(Phase.BOUND);
        connection.unparkHello();
    }

    private static void enter(Binding binding, SessionRecord session) {
        binding.tools().put(session.id(), new LinkedHashMap<>(binding.template()));
        session.revision(binding.providerId())
                .ifPresent(revision -> session.setRevision(binding.providerId(), revision + 1));
    }

    private Optional<Ticket> redeem(ConnectionRecord connection, String token, Hello hello, long now) {
        // A connection cannot take over itself (D-087).
        Ticket ticket = connection.isRebinding() ? null : tickets.get(token);
        if (ticket == null || ticket.isForAnotherSession(hello)) {
            return Optional.empty();
        }
        tickets.remove(token);
        boolean late = ticket.lostAt != Long.MIN_VALUE && now - ticket.lostAt >= limits.nanos(Limit.RECONNECT_WINDOW);
        return late || !ticket.belongsTo(connection, hello.identity()) ? Optional.empty() : Optional.of(ticket);
    }

    /** Shown by somebody else than its owner, a reconnect token is worthless from then on (D-082). */
    void burnIfStolen(ConnectionRecord connection, long now) {
        if (connection.isRebinding()) {
            return;
        }
        connection
                .hello()
                .ifPresent(hello -> hello.reconnectToken().ifPresent(token -> {
                    Ticket ticket = tickets.get(token);
                    if (ticket != null && !ticket.belongsTo(connection, hello.identity())) {
                        tickets.remove(token);
                        connection.countUntoldViolation(now);
                    }
                }));
    }

    /** Ends the binding of a connection, if it has one; the owner may come back if the connection was lost. */
    void end(ConnectionRecord connection, long now, boolean lost) {
        connection.binding().ifPresent(binding -> {
            live.remove(binding);
            calls.drop(connection, now);
            connection.setBinding(null);
            if (lost) {
                tickets.values().stream().filter(it -> it.binding == binding).forEach(it -> it.lostAt = now);
            } else {
                tickets.values().removeIf(it -> it.binding == binding);
            }
        });
    }

    /** A session has ended. */
    void forget(SessionId session) {
        live.forEach(binding -> binding.tools().remove(session));
        tickets.values().removeIf(it -> it.binding.scope().equals(session));
    }

    /** The sessions that an update is for, in the order of its acknowledgements. */
    public List<SessionRecord> targets(Binding binding, Optional<SessionId> wanted) {
        List<SessionRecord> targets = new ArrayList<>();
        binding.tools().keySet().stream()
                .filter(id -> wanted.isEmpty() || wanted.get().equals(id))
                .map(sessions::get)
                .filter(session -> session != null && !session.isEnding())
                .forEach(targets::add);
        targets.sort((a, b) -> a.id().value().compareTo(b.id().value()));
        return targets;
    }

    void update(Binding binding, ToolsUpdate update) {
        List<SessionRecord> targets = targets(binding, update.sessionId());
        for (SessionRecord target : targets) {
            Map<String, ToolDefinition> present = binding.tools().getOrDefault(target.id(), Map.of());
            binding.tools().put(target.id(), after(present, update));
        }
        if (update.sessionId().isEmpty() || !binding.scope().isAll()) {
            binding.setTemplate(after(binding.template(), update));
        }
        advance(binding, targets);
    }

    void update(Binding binding, ContextUpdate update) {
        advance(binding, targets(binding, update.sessionId()));
    }

    private static void advance(Binding binding, List<SessionRecord> targets) {
        for (SessionRecord target : targets) {
            target.revision(binding.providerId())
                    .ifPresent(revision -> target.setRevision(binding.providerId(), revision + 1));
        }
    }

    void ready(Binding binding, SessionReady ready) {
        SessionRecord session = sessions.get(ready.sessionId());
        if (session != null && !binding.tools().containsKey(session.id())) {
            enter(binding, session);
        }
    }

    private static Map<String, ToolDefinition> after(Map<String, ToolDefinition> present, ToolsUpdate update) {
        if (update.mode() == ToolsUpdate.Mode.REPLACE) {
            return byFoldedName(update.tools());
        }
        Map<String, ToolDefinition> result = new LinkedHashMap<>(present);
        update.remove().stream().map(ToolName::folded).forEach(result::remove);
        result.putAll(byFoldedName(update.tools()));
        return result;
    }

    private static Map<String, ToolDefinition> byFoldedName(List<ToolDefinition> tools) {
        Map<String, ToolDefinition> result = new LinkedHashMap<>();
        tools.forEach(tool -> result.put(tool.name().folded(), tool));
        return result;
    }

    /** Takes over what the gateway says of a binding, where messages alone do not tell. */
    void resynchronize(ConnectionRecord connection, Snapshot snapshot) {
        connection.binding().ifPresent(binding -> {
            for (Snapshot.SessionState session : snapshot.sessions()) {
                if (binding.tools().containsKey(session.id()) || binding.scope().isAll()) {
                    binding.tools().put(session.id(), toolsOf(binding, session));
                    binding.setTemplate(toolsOf(binding, session));
                }
            }
            loseRevisions(binding.providerId());
        });
    }

    /** It cannot be told how far the revisions of a provider have got. */
    void loseRevisions(ProviderId provider) {
        sessions.values().forEach(session -> session.loseRevision(provider));
    }

    private static Map<String, ToolDefinition> toolsOf(Binding binding, Snapshot.SessionState session) {
        Map<String, ToolDefinition> tools = new LinkedHashMap<>();
        for (RegisteredTool tool : session.tools()) {
            if (tool.provider().folded().equals(binding.identity().name().folded())) {
                OptionalLong timeout = OptionalLong.of(tool.timeout().toMillis());
                tools.put(
                        tool.name().folded(),
                        new ToolDefinition(tool.name(), tool.description(), tool.parameters(), timeout));
            }
        }
        return tools;
    }

    /** Takes over the state that the gateway gives a connection, where no message told of it. */
    void resynchronizePhase(ConnectionRecord connection, Snapshot snapshot, Collection<ConnectionRecord> oldestFirst) {
        List<ConnectionRecord> authenticated = oldestFirst.stream()
                .filter(it ->
                        it.phase() == Phase.AWAIT_HELLO || it.phase() == Phase.BOUND || it.phase() == Phase.UNBOUND)
                .toList();
        int index = authenticated.indexOf(connection);
        if (index >= 0 && index < snapshot.providers().size()) {
            ProviderView view = snapshot.providers().get(index);
            if (!view.state().equals("Bound") && connection.phase() == Phase.BOUND) {
                end(connection, 0, false);
                connection.enter(Phase.UNBOUND);
            }
        }
    }
}
