package io.tapgateway.runtime.core.provider;

import io.tapgateway.runtime.core.call.CallDesk;
import io.tapgateway.runtime.core.call.CheckDesk;
import io.tapgateway.runtime.core.connection.Complaints;
import io.tapgateway.runtime.core.connection.ConnectionTable;
import io.tapgateway.runtime.core.hook.RuleDesk;
import io.tapgateway.runtime.core.identity.ProviderIds;
import io.tapgateway.runtime.core.identity.ReconnectTickets;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.prompt.PromptDesk;
import io.tapgateway.runtime.core.session.HostFeed;
import io.tapgateway.runtime.core.session.Lifecycle;
import io.tapgateway.runtime.core.session.SessionRegistry;
import io.tapgateway.runtime.core.state.Session;
import io.tapgateway.runtime.core.stream.InboxDesk;
import io.tapgateway.runtime.core.stream.Injector;

/**
 * Builds the parts of this package and hands them out: the registry of what is bound, and the desks that change it.
 * Confined to the loop.
 */
public final class Providers {
    private final ProviderRegistry registry;
    private final HelloDesk hellos;
    private final UpdateDesk updates;
    private final ReconnectTickets tickets;
    private final Readiness readiness;
    private final ProviderIds ids;

    public Providers(
            Kernel kernel,
            ConnectionTable connections,
            Complaints complaints,
            SessionRegistry sessions,
            HostFeed feed,
            Lifecycle lifecycle,
            CallDesk calls,
            CheckDesk checks,
            PromptDesk prompts,
            Injector injector,
            InboxDesk inboxes) {
        tickets = new ReconnectTickets(kernel);
        ids = new ProviderIds(kernel);
        RuleDesk rules = new RuleDesk(kernel, feed);
        ToolShelf shelf = new ToolShelf(kernel, feed);
        ToolConflicts conflicts = new ToolConflicts(kernel);
        registry = new ProviderRegistry(kernel, calls, checks, prompts, injector, inboxes, rules, shelf, tickets);
        readiness = new Readiness(kernel, registry, rules, feed);
        Admission admission = new Admission(kernel.limits(), rules);
        hellos = new HelloDesk(
                kernel,
                connections,
                complaints,
                lifecycle,
                registry,
                tickets,
                ids,
                admission,
                new BindingPlanner(kernel, sessions, registry, ids, conflicts));
        updates = new UpdateDesk(kernel, complaints, sessions, lifecycle, registry, conflicts, shelf, admission);
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

    /** A session has begun; nobody is in it yet. */
    public void sessionBegan(Session session) {
        readiness.sessionBegan(session);
    }

    /** A session has ended: forgets the tickets, ids and held rules of the providers that were in it. */
    public void sessionEnded(Session session) {
        tickets.sessionEnded(session.id());
        ids.sessionEnded(session.id());
        readiness.sessionEnded(session);
    }
}
