package io.tapgateway.runtime.core.provider;

import io.tapgateway.runtime.core.connection.Complaints;
import io.tapgateway.runtime.core.connection.Hangup;
import io.tapgateway.runtime.core.hook.RuleDesk;
import io.tapgateway.runtime.core.identity.ProviderIds;
import io.tapgateway.runtime.core.identity.ReconnectTickets;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.session.SessionDesks;
import io.tapgateway.runtime.core.state.Connection;
import io.tapgateway.runtime.core.state.Session;
import java.util.Set;
import java.util.function.Consumer;

/** This package, put together: who is bound, and the desks that change it. Confined to the loop. */
public final class Providers {
    private final ProviderRegistry registry;
    private final HelloDesk hellos;
    private final UpdateDesk updates;
    private final ReconnectTickets tickets;
    private final RuleDesk rules;
    private final Readiness readiness;
    private final NameReservation reservation;
    private final ProviderIds ids;

    /** @param onDecision what is to happen after a {@code hello} whose outcome was open for a while */
    public Providers(
            Kernel kernel,
            Complaints complaints,
            Hangup hangup,
            SessionDesks sessions,
            Engagements engagements,
            Consumer<Connection> onDecision) {
        tickets = new ReconnectTickets(kernel);
        ids = new ProviderIds(kernel);
        ToolShelf tools = new ToolShelf(kernel, sessions.feed());
        registry = new ProviderRegistry(kernel, engagements, tools, tickets);
        rules = engagements.rules();
        readiness = new Readiness(kernel, registry, rules, sessions.feed());
        ProviderDesks desks = new ProviderDesks(
                sessions.registry(),
                registry,
                new ProviderDesks.Tools(new ToolConflicts(kernel), tools),
                new Admission(kernel.limits(), rules),
                new ProviderDesks.Identities(ids, tickets),
                sessions.lifecycle());
        reservation = new NameReservation(complaints, tools);
        hellos = new HelloDesk(kernel, complaints, hangup, desks, onDecision);
        updates = new UpdateDesk(kernel, complaints, desks);
    }

    public ProviderRegistry registry() {
        return registry;
    }

    public HelloDesk hellos() {
        return hellos;
    }

    public UpdateDesk updates() {
        return updates;
    }

    public ReconnectTickets tickets() {
        return tickets;
    }

    /** A host keeps these names for its own tools, and no others. */
    public void reserve(Session session, Set<String> toolNames) {
        reservation.reserve(session, toolNames);
    }

    /** A session has begun; nobody is in it yet. */
    public void sessionBegan(Session session) {
        readiness.sessionBegan(session);
    }

    /** Lets go of what was remembered of everybody who has been in a session. */
    public void sessionEnded(Session session) {
        tickets.sessionEnded(session.id());
        ids.sessionEnded(session.id());
        readiness.sessionEnded(session);
    }

    /** A connection that may have lost its binding says goodbye: nothing is held any more of what it was (D-092). */
    public void farewell(Connection connection) {
        rules.release(connection);
    }
}
