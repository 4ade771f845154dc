package io.tapgateway.app.agents;

import io.tapgateway.agents.HookAgent;
import io.tapgateway.agents.WindowSide;
import io.tapgateway.app.session.AppSessions;
import io.tapgateway.app.session.NumberedEntry;
import io.tapgateway.mcp.session.FaceTools;
import io.tapgateway.runtime.TimelineEntry;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/** What the app knows of the session of an agent's window. Thread-safe. */
final class SessionSide implements WindowSide {
    /** How many lines an agent's user is shown at a time; of more, the newest. */
    static final int MOST_LINES = 10;

    private final AppSessions.Open session;
    private final boolean served;
    private final AtomicLong shown = new AtomicLong();

    /** @param served whether the agent has the session's tools as those of a server */
    SessionSide(AppSessions.Open session, boolean served) {
        this.session = session;
        this.served = served;
    }

    @Override
    public boolean lists(HookAgent agent, String tool) {
        return served && FaceTools.list(session.gateway(), agent.word(), tool);
    }

    @Override
    public List<String> newLines() {
        List<NumberedEntry> later = session.host().timelineAfter(shown.get());
        long newest = later.isEmpty() ? 0 : later.get(later.size() - 1).seq();
        long before = shown.getAndAccumulate(newest, Math::max);
        List<String> lines = later.stream()
                .filter(it -> it.seq() > before)
                .map(NumberedEntry::entry)
                .filter(it -> it.level() == TimelineEntry.Level.SURFACE)
                .map(it -> it.source() + ": " + it.text())
                .toList();
        int left = lines.size() - MOST_LINES;
        return left <= 0
                ? lines
                : Stream.concat(
                                Stream.of("(on the timeline, before these: " + left + " more)"),
                                lines.stream().skip(left))
                        .toList();
    }
}
