package io.tapgateway.app.session;

import io.tapgateway.model.AgentNews;
import io.tapgateway.runtime.TimelineEntry;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What a model says and does, in lines for the timeline. Stateless. */
final class ModelLines {
    /** No provider can have that name. */
    static final String SOURCE = "the model";

    private ModelLines() {}

    /** None of what the user has said: that is nothing that the session has to tell. */
    static List<TimelineEntry> of(AgentNews news, Instant at) {
        if (news.kind() == AgentNews.Kind.HEARD) {
            return List.of();
        }
        TimelineEntry.Level level =
                news.kind() == AgentNews.Kind.TURN_FAILED ? TimelineEntry.Level.WARNING : TimelineEntry.Level.INFO;
        String text = news.kind() == AgentNews.Kind.TOOL_USED ? "uses " + news.text() : news.text();
        return TimelineText.lines(text).stream()
                .map(piece -> new TimelineEntry(at, level, SOURCE, piece))
                .toList();
    }

    /** Whose words they are; empty if nobody has said them. */
    static Optional<Said.Who> speaker(AgentNews news) {
        return switch (news.kind()) {
            case HEARD -> Optional.of(Said.Who.USER);
            case SAID -> Optional.of(Said.Who.AGENT);
            case TURN_FAILED -> Optional.of(Said.Who.FAILURE);
            case TURN_STARTED, TOOL_USED -> Optional.empty();
        };
    }
}
