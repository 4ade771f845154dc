package io.tapgateway.simulation.trace;

import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.message.HelloAck;
import io.tapgateway.protocol.message.HooksUpdate;
import io.tapgateway.protocol.message.SessionLifecycle;
import io.tapgateway.protocol.message.SessionReady;
import io.tapgateway.protocol.message.ToolsUpdate;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.ProviderId;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolDefinition;
import io.tapgateway.protocol.model.ToolName;
import io.tapgateway.runtime.ProviderView;
import io.tapgateway.simulation.trace.ConnectionRecord.Phase;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Who is bound where, with which tools, as it must be. Confined to the thread of its simulation. */
public final class Bindings {
    private final Map<SessionId, SessionRecord> sessions;
    private final Calls calls;
    private final Tickets tickets;
    private final Set<BindingRecord> live = new LinkedHashSet<>();
    private final List<BindingRecord> endedNow = new ArrayList<>();
    private final ExpectedRoutes routes = new ExpectedRoutes();
    private final ExpectedRules guards;
    private long made;
    private long step;
    private long changes;

    Bindings(Map<SessionId, SessionRecord> sessions, Calls calls, Limits limits) {
        this.sessions = sessions;
        this.calls = calls;
        this.tickets = new Tickets(limits);
        this.guards = new ExpectedRules(limits);
    }

    /** A step begins. */
    void begin() {
        step++;
        endedNow.clear();
    }

    /** Counts what has become of bindings and their tools: while it stands still, so do they. */
    public long changes() {
        return changes;
    }

    /** The reconnect tokens that are good for something. */
    public Tickets tickets() {
        return tickets;
    }

    /** The rules that are certainly in force. */
    public ExpectedRules guards() {
        return guards;
    }

    /** The bindings that have ended in the present step. */
    public List<BindingRecord> endedNow() {
        return endedNow;
    }

    /** The bindings that live, oldest first. */
    public Collection<BindingRecord> live() {
        return live;
    }

    /** Who has a tool in a session, oldest first. */
    public List<BindingRecord> offering(SessionId session, String tool) {
        List<BindingRecord> offering = new ArrayList<>();
        for (BindingRecord binding : live) {
            if (binding.tool(session, tool).isPresent()) {
                offering.add(binding);
            }
        }
        return offering;
    }

    /** Which instances get calls. */
    ExpectedRoutes routes() {
        return routes;
    }

    /**
     * How many calls a slot takes at once: what the binding declares, or the least of what those say that share it
     * (D-139).
     */
    public int max(BindingRecord.SlotKey slot, BindingRecord of) {
        return max(slot, of, true);
    }

    /** The same, before anybody came in the present step. */
    public int maxBefore(BindingRecord.SlotKey slot, BindingRecord of) {
        return max(slot, of, false);
    }

    private int max(BindingRecord.SlotKey slot, BindingRecord of, boolean withNewcomers) {
        int least = Integer.MAX_VALUE;
        for (BindingRecord binding : live) {
            if (binding.isCountedIn(slot) && (withNewcomers || binding.bornIn() < step)) {
                least = Math.min(least, binding.max());
            }
        }
        return least == Integer.MAX_VALUE ? of.max() : least;
    }

    /** The folded names of all tools that a session must have. */
    public Set<String> toolNames(SessionId session) {
        Set<String> names = new TreeSet<>();
        for (BindingRecord binding : live) {
            names.addAll(binding.tools().getOrDefault(session, Map.of()).keySet());
            if (binding.isInstance() && binding.tools().containsKey(session)) {
                names.add(binding.listName());
            }
        }
        return names;
    }

    void bind(ConnectionRecord connection, HelloAck ack, long now) {
        changes++;
        if (connection.isCatchingUp()) {
            // What waited in between may have been about rules, also of whom it took the place.
            connection.binding().ifPresent(guards::blur);
        }
        end(connection, now, false);
        burnIfStolen(connection, now);
        Hello hello = connection.hello().orElseGet(() -> Hello.of("unasked", Optional.empty(), List.of()));
        SessionId scope = ack.sessionId().orElse(SessionId.ALL);
        Optional<BindingRecord> before = tickets.redeem(connection, hello, now);
        BindingRecord.Birth birth = new BindingRecord.Birth(++made, step);
        BindingRecord binding = new BindingRecord(birth, connection, restored(hello, before), ack.providerId(), scope);
        binding.setTemplate(hello.contribution()
                .tools()
                .map(Bindings::byFoldedName)
                .or(() -> before.map(BindingRecord::template))
                .orElse(Map.of()));
        if (hello.contribution().tools().isEmpty()) {
            before.filter(BindingRecord::wasBlurred).ifPresent(it -> binding.blur());
        }
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
        guards.bound(binding, hello, before.isPresent());
        ack.reconnectToken()
                .ifPresent(token -> connection.credential().ifPresent(owner -> tickets.issue(binding, token, owner)));
        connection.setBinding(binding);
        connection.enter(Phase.BOUND);
        connection.unparkHello();
    }

    private void enter(BindingRecord binding, SessionRecord session) {
        routes.entered(session.id(), binding.providerId());
        binding.tools().put(session.id(), new LinkedHashMap<>(binding.template()));
        session.revision(binding.providerId())
                .ifPresent(revision -> session.setRevision(binding.providerId(), revision + 1));
    }

    /** What a reconnect restores of what its {@code hello} does not mention (D-083). */
    private static Hello restored(Hello hello, Optional<BindingRecord> before) {
        Hello.Contribution now = hello.contribution();
        return new Hello(
                hello.identity(),
                hello.session(),
                hello.reconnectToken(),
                new Hello.Contribution(
                        now.tools(),
                        now.hooks(),
                        now.subscribe().or(() -> before.map(BindingRecord::subscriptions)),
                        now.concurrency().or(() -> before.flatMap(BindingRecord::concurrency)),
                        now.texts(),
                        now.metadata(),
                        now.content()));
    }

    /** A reconnect token that a connection shows may not be its own. */
    void burnIfStolen(ConnectionRecord connection, long now) {
        boolean stolen = connection
                .hello()
                .filter(hello -> tickets.burnIfStolen(connection, hello))
                .isPresent();
        if (stolen) {
            connection.countUntoldViolation(now);
        }
    }

    /** Ends the binding of a connection, if it has one; the owner may come back if the connection was lost. */
    void end(ConnectionRecord connection, long now, boolean lost) {
        connection.binding().ifPresent(binding -> {
            changes++;
            live.remove(binding);
            calls.drop(connection, now);
            connection.setBinding(null);
            endedNow.add(binding);
            if (lost) {
                tickets.lose(binding, now);
                guards.lose(binding, now);
            } else {
                tickets.revoke(binding);
                guards.forget(binding);
            }
        });
    }

    /** A session has ended. */
    void forget(SessionId session) {
        changes++;
        live.forEach(binding -> binding.tools().remove(session));
        tickets.sessionEnded(session);
        guards.sessionEnded(session);
        routes.forget(session);
    }

    /** The sessions that an update is for, in the order of its acknowledgements. */
    public List<SessionRecord> targets(BindingRecord binding, Optional<SessionId> wanted) {
        List<SessionRecord> targets = new ArrayList<>();
        binding.tools().keySet().stream()
                .filter(id -> wanted.isEmpty() || wanted.get().equals(id))
                .map(sessions::get)
                .filter(session -> session != null && !session.isEnding())
                .forEach(targets::add);
        targets.sort((a, b) -> a.id().value().compareTo(b.id().value()));
        return targets;
    }

    void update(BindingRecord binding, ToolsUpdate update) {
        changes++;
        List<SessionRecord> targets = targets(binding, update.sessionId());
        for (SessionRecord target : targets) {
            Map<String, ToolDefinition> present = binding.tools().getOrDefault(target.id(), Map.of());
            binding.tools().put(target.id(), after(present, update));
        }
        if (update.sessionId().isEmpty() || !binding.scope().isAll()) {
            binding.setTemplate(after(binding.template(), update));
        }
    }

    /** A host keeps names for itself: the tools of these names are gone there. */
    void giveWay(SessionRecord session) {
        changes++;
        for (BindingRecord binding : live) {
            Map<String, ToolDefinition> tools = binding.tools().get(session.id());
            if (tools != null
                    && tools.keySet().removeAll(session.reservedToolNames())
                    && !binding.scope().isAll()) {
                binding.setTemplate(new LinkedHashMap<>(tools));
            }
        }
    }

    /** Every change is one revision further on, in every session it is for. */
    void advance(BindingRecord binding, Update update) {
        for (SessionRecord target : targets(binding, update.sessionId())) {
            target.revision(binding.providerId())
                    .ifPresent(revision -> target.setRevision(binding.providerId(), revision + 1));
        }
    }

    void ready(BindingRecord binding, SessionReady ready) {
        changes++;
        SessionRecord session = sessions.get(ready.sessionId());
        if (session != null && !binding.tools().containsKey(session.id())) {
            enter(binding, session);
            guards.enter(binding, session.id());
        }
    }

    void update(BindingRecord binding, HooksUpdate update) {
        guards.update(binding, update, targets(binding, update.sessionId()));
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

    /**
     * Takes over what the gateway says of a binding, where messages alone do not tell.
     *
     * @param where the sessions that this is about: what is known of others is not to be given up
     */
    void resynchronize(ConnectionRecord connection, Step step, Predicate<SessionId> where) {
        changes++;
        connection.binding().ifPresent(binding -> {
            Set<SessionId> entered = step.sentTo(connection.id(), SessionLifecycle.class).stream()
                    .filter(it -> it.state() == SessionLifecycle.State.STARTED)
                    .map(SessionLifecycle::sessionId)
                    .collect(Collectors.toSet());
            for (Snapshot.SessionState session : step.after().sessions()) {
                boolean in = binding.scope().isAll() && entered.contains(session.id());
                if (where.test(session.id()) && (in || binding.tools().containsKey(session.id()))) {
                    Map<String, ToolDefinition> tools =
                            byFoldedName(session.offers().getOrDefault(binding.providerId(), List.of()));
                    binding.tools().put(session.id(), tools);
                    binding.setTemplate(tools);
                }
            }
            binding.blur();
            loseRevisions(binding.providerId());
            guards.blur(binding);
        });
    }

    /** It cannot be told how far the revisions of a provider have got. */
    void loseRevisions(ProviderId provider) {
        sessions.values().forEach(session -> session.loseRevision(provider));
    }

    /**
     * Takes over the state that the gateway gives one of the authenticated connections, where no message told of it.
     */
    void resynchronizePhase(ConnectionRecord connection, Snapshot snapshot, List<ConnectionRecord> authenticated) {
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
