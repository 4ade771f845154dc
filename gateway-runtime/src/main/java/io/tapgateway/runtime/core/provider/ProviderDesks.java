package io.tapgateway.runtime.core.provider;

import io.tapgateway.runtime.core.identity.ProviderIds;
import io.tapgateway.runtime.core.identity.ReconnectTickets;
import io.tapgateway.runtime.core.session.Lifecycle;
import io.tapgateway.runtime.core.session.SessionRegistry;

/** What the desks of this package share. Immutable. */
record ProviderDesks(
        SessionRegistry sessions,
        ProviderRegistry registry,
        ToolShelf tools,
        Admission admission,
        Identities identities,
        Lifecycle lifecycle) {
    /** What outlives a binding. */
    record Identities(ProviderIds providerIds, ReconnectTickets tickets) {}

    ProviderIds providerIds() {
        return identities.providerIds();
    }

    ReconnectTickets tickets() {
        return identities.tickets();
    }
}
