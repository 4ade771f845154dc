package io.tapgateway.runtime.core.provider;

import io.tapgateway.runtime.core.identity.ProviderIds;
import io.tapgateway.runtime.core.identity.ReconnectTickets;
import io.tapgateway.runtime.core.session.Lifecycle;
import io.tapgateway.runtime.core.session.SessionRegistry;

/** What the desks of this package share. Immutable. */
record ProviderDesks(
        SessionRegistry sessions,
        ProviderRegistry registry,
        Tools tools,
        Admission admission,
        Identities identities,
        Lifecycle lifecycle) {
    /** What outlives a binding. */
    record Identities(ProviderIds providerIds, ReconnectTickets tickets) {}

    /** What may become of tools, and what makes it so. */
    record Tools(ToolConflicts conflicts, ToolShelf shelf) {}

    ProviderIds providerIds() {
        return identities.providerIds();
    }

    ReconnectTickets tickets() {
        return identities.tickets();
    }
}
