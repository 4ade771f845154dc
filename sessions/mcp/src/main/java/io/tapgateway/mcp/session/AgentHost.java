package io.tapgateway.mcp.session;

import io.tapgateway.mcp.protocol.ListChange;
import io.tapgateway.mcp.protocol.McpLogLevel;
import io.tapgateway.runtime.AgentWindow;
import io.tapgateway.runtime.InboxView;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.TimelineEntry;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Passes on to an agent what the gateway tells its host. Thread-safe. */
final class AgentHost implements SessionHost {
    private static final String PAIRING = "A page asks to pair; its code is in the console.";

    private final AgentChannel channel;
    private final ToolCatalog catalog;
    private final AgentInbox inbox;
    private final RecentLines timeline;
    private final ProviderArrivals arrivals;
    private final Optional<AgentWindow> window;
    private final Runnable offered;
    private final Runnable end;

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
        this.channel = channel;
        this.catalog = catalog;
        this.inbox = inbox;
        this.timeline = timeline;
        this.arrivals = arrivals;
        this.window = window;
        this.offered = offered;
        this.end = end;
    }

    @Override
    public void toolsChanged(List<RegisteredTool> tools) {
        catalog.update(tools);
        channel.changed(ListChange.TOOLS);
    }

    /** The code of a page belongs before the user's eyes, and into nothing that a model reads (M-040). */
    @Override
    public void log(TimelineEntry entry) {
        String text = entry.level() == TimelineEntry.Level.PAIRING ? PAIRING : entry.text();
        timeline.add(entry, text);
        channel.log(level(entry.level()), entry.source(), text);
    }

    private static McpLogLevel level(TimelineEntry.Level level) {
        return switch (level) {
            case PROGRESS -> McpLogLevel.DEBUG;
            case INFO -> McpLogLevel.INFO;
            case SURFACE, INJECT, PAIRING -> McpLogLevel.NOTICE;
            case WARNING -> McpLogLevel.WARNING;
        };
    }

    @Override
    public void offeringsChanged() {
        channel.changed(ListChange.RESOURCES);
        channel.changed(ListChange.PROMPTS);
        offered.run();
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
        toolsChanged(List.of());
        inboxChanged(InboxView.NONE);
        offeringsChanged();
        end.run();
    }
}
