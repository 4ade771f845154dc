package io.tapgateway.mcp.session;

import io.tapgateway.mcp.protocol.ListChange;
import io.tapgateway.mcp.protocol.McpLogLevel;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionListener;
import io.tapgateway.runtime.TimelineEntry;
import java.util.List;

/** Passes on to an agent what the gateway tells everybody in its session. Thread-safe. */
class AgentGuest implements SessionListener {
    private static final String PAIRING = "A page asks to pair; its code is in the console.";

    private final AgentChannel channel;
    private final ToolCatalog catalog;
    private final RecentLines timeline;
    private final Runnable offered;
    private final Runnable end;

    /**
     * @param offered run when providers offer something else beside tools; does not block
     * @param end run when the session has ended
     */
    AgentGuest(AgentChannel channel, ToolCatalog catalog, RecentLines timeline, Runnable offered, Runnable end) {
        this.channel = channel;
        this.catalog = catalog;
        this.timeline = timeline;
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
    public void closed() {
        toolsChanged(List.of());
        offeringsChanged();
        end.run();
    }
}
