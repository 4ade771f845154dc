package io.tapgateway.mcp.session;

import io.tapgateway.mcp.protocol.ListChange;
import io.tapgateway.runtime.AgentWindow;
import io.tapgateway.runtime.InboxView;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.SessionHost;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Passes on to an agent what the gateway tells its host. Thread-safe. */
final class AgentHost extends AgentGuest implements SessionHost {
    private final AgentChannel channel;
    private final AgentInbox inbox;
    private final ProviderArrivals arrivals;
    private final Optional<AgentWindow> window;

    /**
     * @param offered run when providers offer something else beside tools; does not block
     * @param end run when the session has ended
     */
    AgentHost(
            AgentChannel channel,
            ToolCatalog catalog,
            AgentInbox inbox,
            RecentLines timeline,
            ProviderArrivals arrivals,
            Optional<AgentWindow> window,
            Runnable offered,
            Runnable end) {
        super(channel, catalog, timeline, offered, end);
        this.channel = channel;
        this.inbox = inbox;
        this.arrivals = arrivals;
        this.window = window;
    }

    @Override
    public void providersExpected(boolean expected) {
        arrivals.expected(expected);
    }

    /** Nobody can wake an agent: what is meant for it waits for an occasion. */
    @Override
    public boolean collectsPrompts() {
        return true;
    }

    @Override
    public void inboxChanged(InboxView now) {
        if (inbox.changed(now)) {
            channel.changed(ListChange.TOOLS);
        }
    }

    /** From a gateway of a former version, which keeps none. */
    @Override
    public CompletionStage<Void> send(InjectedPrompt prompt) {
        inbox.giveBack(List.of(prompt.framed()));
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public Optional<AgentWindow> window() {
        return window;
    }

    @Override
    public void closed() {
        inboxChanged(InboxView.NONE);
        super.closed();
    }
}
