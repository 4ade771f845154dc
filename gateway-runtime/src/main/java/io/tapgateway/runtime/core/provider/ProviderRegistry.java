package io.tapgateway.runtime.core.provider;

import io.tapgateway.protocol.connection.GatewayState;
import io.tapgateway.protocol.model.Hooks;
import io.tapgateway.protocol.model.Offerings;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.core.call.CallDesk;
import io.tapgateway.runtime.core.call.CheckDesk;
import io.tapgateway.runtime.core.hook.RuleDesk;
import io.tapgateway.runtime.core.identity.ReconnectTickets;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.prompt.PromptDesk;
import io.tapgateway.runtime.core.state.Connection;
import io.tapgateway.runtime.core.state.IdentityKey;
import io.tapgateway.runtime.core.state.Presence;
import io.tapgateway.runtime.core.state.Registration;
import io.tapgateway.runtime.core.state.Session;
import io.tapgateway.runtime.core.stream.InboxDesk;
import io.tapgateway.runtime.core.stream.Injector;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The registrations that are bound now. Every binding begins and ends here. Confined to the loop. */
public final class ProviderRegistry {
    /** Why a binding ends. */
    public enum Leaving {
        /** A new {@code hello} on the same connection (D-093). */
        REBIND,
        /** The connection was lost; its owner may come back (D-080). */
        LOST,
        /** Its session ended; the connection lives on without a binding (D-097). */
        SESSION_ENDED,
        /** The provider said goodbye. */
        FOR_GOOD
    }

    private final Kernel kernel;
    private final CallDesk calls;
    private final CheckDesk checks;
    private final PromptDesk prompts;
    private final Injector injector;
    private final InboxDesk inboxes;
    private final RuleDesk rules;
    private final ToolShelf tools;
    private final ReconnectTickets tickets;

    /** Everything bound, by folded name, oldest first. */
    private final Map<String, Set<Registration>> byName = new HashMap<>();

    ProviderRegistry(
            Kernel kernel,
            CallDesk calls,
            CheckDesk checks,
            PromptDesk prompts,
            Injector injector,
            InboxDesk inboxes,
            RuleDesk rules,
            ToolShelf tools,
            ReconnectTickets tickets) {
        this.kernel = kernel;
        this.calls = calls;
        this.checks = checks;
        this.prompts = prompts;
        this.injector = injector;
        this.inboxes = inboxes;
        this.rules = rules;
        this.tools = tools;
        this.tickets = tickets;
    }

    /** The registration that has an identity in the session of the key or in all sessions (D-073). */
    Optional<Registration> holder(IdentityKey key) {
        return namesakes(key).stream()
                .filter(it -> it.key().instance().equals(key.instance()))
                .findFirst();
    }

    /** All registrations of the key's name that share a session with it. */
    List<Registration> namesakes(IdentityKey key) {
        return byName.getOrDefault(key.name(), Set.of()).stream()
                .filter(it -> it.key().meets(key))
                .toList();
    }

    /** Everybody who is bound to all sessions. */
    List<Registration> boundToAll() {
        return byName.values().stream()
                .flatMap(Set::stream)
                .filter(it -> it.key().scope().isAll())
                .toList();
    }

    private boolean remove(Registration registration) {
        String name = registration.key().name();
        Set<Registration> namesakes = byName.getOrDefault(name, Set.of());
        boolean removed = namesakes.contains(registration) && namesakes.remove(registration);
        if (removed && namesakes.isEmpty()) {
            byName.remove(name);
        }
        return removed;
    }

    /** Binds a provider; everything has been checked. */
    void bind(Registration registration, Collection<Session> sessions) {
        byName.computeIfAbsent(registration.key().name(), name -> new LinkedHashSet<>())
                .add(registration);
        Connection connection = registration.connection();
        connection.setRegistration(registration);
        connection.transition(state -> state.toBound(registration.providerId()));
        calls.join(registration);
        sessions.forEach(session -> enter(registration, session));
        publish(registration, GatewayEvent.ProviderChanged.Presence.BOUND);
    }

    /** Brings a bound provider into one more session. */
    Presence enter(Registration registration, Session session) {
        Presence presence = new Presence(registration, session, kernel.now());
        session.enter(presence);
        rules.entered(presence);
        if (registration.principal().trust() == TrustLevel.INTERNAL) {
            session.providerNames().keep(registration.identity().name());
        }
        session.nextRevision(registration.providerId());
        session.touch();
        tools.enter(presence, registration.contribution().tools().orElse(List.of()));
        tools.offer(presence);
        registration.filters().forEach(presence::inheritFilter);
        inboxes.providersChanged(session);
        return presence;
    }

    /** A bound provider offers something else beside tools. */
    public void offer(Registration registration, Offerings offerings) {
        registration.offer(offerings);
        registration.presences().forEach(tools::offer);
    }

    /** Ends what a connection has here for good, also the rules that are held from a binding of it that has ended. */
    void release(Connection connection) {
        connection.registration().ifPresent(it -> unbind(it, Leaving.FOR_GOOD));
        rules.release(connection);
    }

    /** Ends a binding and everything in it: first its calls, then its tools. The connection itself stays as it is. */
    public void unbind(Registration registration, Leaving leaving) {
        if (!remove(registration)) {
            return;
        }
        Connection connection = registration.connection();
        connection.setRegistration(null);
        stopGuarding(registration, leaving);
        if (leaving == Leaving.REBIND) {
            calls.rebind(registration);
        } else {
            calls.disconnect(registration);
        }
        List.copyOf(registration.presences()).forEach(this::leave);
        connection.transition(GatewayState::toUnregistered);
        if (leaving == Leaving.LOST) {
            tickets.startExpiry(registration);
        } else {
            tickets.revoke(registration);
        }
        publish(
                registration,
                switch (leaving) {
                    case REBIND, SESSION_ENDED -> GatewayEvent.ProviderChanged.Presence.UNBOUND;
                    case FOR_GOOD -> GatewayEvent.ProviderChanged.Presence.LEFT;
                    case LOST -> GatewayEvent.ProviderChanged.Presence.DISCONNECTED;
                });
    }

    /**
     * Marks its rules as held, or removes them, and then denies its open gate checks; in this order, so that no use
     * slips through.
     */
    private void stopGuarding(Registration registration, Leaving leaving) {
        Connection connection = registration.connection();
        switch (leaving) {
            case REBIND -> rules.desert(registration, Optional.of(connection));
            case LOST -> rules.desert(registration, Optional.empty());
            case SESSION_ENDED, FOR_GOOD -> rules.release(registration);
        }
        checks.lose(
                connection,
                switch (leaving) {
                    case REBIND -> "is registering anew";
                    case LOST -> "disconnected";
                    case SESSION_ENDED, FOR_GOOD -> "has left";
                });
    }

    /** Changes rules and transforms of a provider in one session (D-105). */
    void update(Presence presence, Hooks update) {
        presence.setHooks(presence.hooks().after(update));
        if (update.onPreToolUse().isPresent()) {
            rules.changed(presence);
        }
    }

    /** Changes the rules and transforms that a provider brings to every session. */
    void updateTemplate(Registration registration, Hooks update) {
        registration.setHooks(
                registration.contribution().hooks().orElse(Hooks.NONE).after(update));
        rules.templateChanged(registration);
    }

    /** Takes a provider out of one session; its calls there have ended. */
    public void leave(Presence presence) {
        rules.leave(presence);
        tools.leave(presence);
        Registration registration = presence.registration();
        Session session = presence.session();
        session.leave(presence);
        tools.withdrawOffer(presence);
        prompts.leave(presence);
        if (!session.isEnding()) {
            registration.leave(presence);
        }
        dropInjections(session, registration);
        inboxes.providersChanged(session);
    }

    /**
     * Drops waiting injections of a budget without a bound provider. The queue is checked first, as it is usually
     * empty.
     */
    private void dropInjections(Session session, Registration leaving) {
        String budget = leaving.budgetKey();
        boolean nobodysNow = injector.holds(session, budget)
                && session.presences().stream()
                        .noneMatch(other -> other.registration().budgetKey().equals(budget));
        if (nobodysNow) {
            injector.drop(session, budget, leaving.identity().toString());
        }
    }

    private void publish(Registration registration, GatewayEvent.ProviderChanged.Presence presence) {
        if (kernel.effects().isObserved()) {
            SessionId scope = registration.key().scope();
            Optional<SessionId> session = scope.isAll() ? Optional.empty() : Optional.of(scope);
            kernel.effects().publish(new GatewayEvent.ProviderChanged(registration.identity(), session, presence));
        }
    }
}
