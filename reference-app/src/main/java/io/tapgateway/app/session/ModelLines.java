package io.tapgateway.app.session;

import io.tapgateway.model.AgentNews;
import io.tapgateway.runtime.TimelineEntry;
import java.time.Instant;
import java.util.List;

/** What a model says and does, in lines for the timeline. Stateless. */
final class ModelLines {
    /** No provider can have that name. */
    static final String SOURCE = "the model";

    private ModelLines() {}

    static List<TimelineEntry> of(AgentNews news, Instant at) {
        TimelineEntry.Level level =
                news.kind() == AgentNews.Kind.TURN_FAILED ? TimelineEntry.Level.WARNING : TimelineEntry.Level.INFO;
        String text = news.kind() == AgentNews.Kind.TOOL_USED ? "uses " + news.text() : news.text();
        return TimelineText.lines(text).stream()
                .map(piece -> new TimelineEntry(at, level, SOURCE, piece))
                .toList();
    }
}
