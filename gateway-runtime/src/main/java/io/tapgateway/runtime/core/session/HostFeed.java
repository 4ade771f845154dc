package io.tapgateway.runtime.core.session;

import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.runtime.ToolChange;
import io.tapgateway.runtime.core.kernel.DisplayText;
import io.tapgateway.runtime.core.kernel.HostNotice;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.state.Occasion;
import io.tapgateway.runtime.core.state.Session;
import io.tapgateway.runtime.core.state.SessionTool;
import io.tapgateway.runtime.core.state.ToolsNews;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What a session's host is told: timeline lines, and its tools once they have settled (D-116). Confined to the loop.
 */
public final class HostFeed {
    /** Longest line of a timeline, in characters (T-29). */
    public static final int LINE_LENGTH = 1_024;

    /** The source of lines that the gateway itself writes. */
    public static final String GATEWAY = "gateway";

    private final Kernel kernel;

    public HostFeed(Kernel kernel) {
        this.kernel = kernel;
    }

    /** Adds a line to the timeline; the text may come from a provider as it is. */
    public void log(Session session, TimelineEntry.Level level, String source, String text) {
        log(session, entry(level, source, text, Optional.empty()));
    }

    /** Adds a line about a call. */
    public void log(Session session, TimelineEntry.Level level, String source, String text, CallId call) {
        log(session, entry(level, source, text, Optional.of(call)));
    }

    /** Adds a line about what an agent does, which is mostly a call. */
    public void log(Occasion occasion, String source, String text) {
        log(occasion.session(), entry(TimelineEntry.Level.INFO, source, text, occasion.callName()));
    }

    private void log(Session session, TimelineEntry entry) {
        kernel.effects().notifyHost(session.id(), new HostNotice.Log(entry));
        if (kernel.effects().isObserved()) {
            kernel.effects().publish(new GatewayEvent.Logged(session.id(), entry));
        }
    }

    /**
     * Adds a line that holds a secret: nobody but the host gets to see it, observers are told {@code redacted} (I-27).
     */
    public void logSecret(Session session, TimelineEntry.Level level, String text, String redacted) {
        TimelineEntry entry = entry(level, GATEWAY, text, Optional.empty());
        kernel.effects().notifyHost(session.id(), new HostNotice.Log(entry));
        if (kernel.effects().isObserved()) {
            kernel.effects()
                    .publish(new GatewayEvent.Logged(session.id(), entry(level, GATEWAY, redacted, Optional.empty())));
        }
    }

    private TimelineEntry entry(TimelineEntry.Level level, String source, String text, Optional<CallId> call) {
        return new TimelineEntry(kernel.wall(), level, source, DisplayText.line(text, LINE_LENGTH), call);
    }

    /** The gateway warns the session. */
    public void warn(Session session, String text) {
        log(session, TimelineEntry.Level.WARNING, GATEWAY, text);
    }

    /** A tool is not what it was: the host is told at once, and so is everybody who reads the timeline (D-134). */
    public void toolChanged(Session session, ToolChange change) {
        kernel.effects().notifyHost(session.id(), new HostNotice.ToolChanged(change));
        warn(
                session,
                "tool '" + change.tool().name() + "' of " + change.tool().provider()
                        + " is defined differently than before: look at it before you go on");
    }

    /** What providers offer beside tools is not what it was. */
    public void offeringsChanged(Session session) {
        kernel.effects().notifyHost(session.id(), new HostNotice.OfferingsChanged());
    }

    /** The tools have changed: the host is told when they have been quiet for 200 ms, at the latest after a second. */
    public void toolsChanged(Session session) {
        ToolsNews news = session.toolsNews();
        if (!news.isPending()) {
            news.begin(kernel.now());
        }
        kernel.timers().cancel(news.timer());
        long quiet = kernel.now() + kernel.limits().nanos(Limit.TOOLS_CHANGED_DEBOUNCE);
        long latest = news.since() + kernel.limits().nanos(Limit.TOOLS_CHANGED_MAX_DELAY);
        news.setTimer(kernel.timers().at(Math.min(quiet, latest), () -> tellTools(session)));
    }

    /** The session ends: changes that have not been told never will be. */
    public void end(Session session) {
        kernel.timers().cancel(session.toolsNews().timer());
        session.toolsNews().setTimer(null);
        kernel.effects().notifyHost(session.id(), new HostNotice.Ended());
    }

    /** The tools of a session, sorted by name. */
    public static List<RegisteredTool> tools(Session session) {
        List<RegisteredTool> tools = new ArrayList<>(session.toolsByFoldedName().size());
        for (SessionTool tool : session.toolsByFoldedName().values()) {
            tools.add(tool.view());
        }
        tools.sort(Comparator.comparing(tool -> tool.name().value()));
        return List.copyOf(tools);
    }

    /** Tells the host the present tools now, whatever it was told before. */
    public void tellTools(Session session) {
        kernel.timers().cancel(session.toolsNews().timer());
        session.toolsNews().setTimer(null);
        List<RegisteredTool> tools = tools(session);
        kernel.effects().notifyHost(session.id(), new HostNotice.ToolsChanged(tools));
        if (kernel.effects().isObserved()) {
            kernel.effects().publish(new GatewayEvent.ToolsChanged(session.id(), tools));
        }
    }
}
