package io.tapgateway.app.session;

import io.tapgateway.model.AgentNews;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.runtime.text.ModelText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** What a model says and does, in lines for the timeline. Stateless. */
final class ModelLines {
    /** No provider can have that name. */
    static final String SOURCE = "the model";

    /** How long a line may be; at most 1 KiB of UTF-8. */
    static final int MAX_CHARS = 250;

    private ModelLines() {}

    static List<TimelineEntry> of(AgentNews news, Instant at) {
        TimelineEntry.Level level =
                news.kind() == AgentNews.Kind.TURN_FAILED ? TimelineEntry.Level.WARNING : TimelineEntry.Level.INFO;
        String text = news.kind() == AgentNews.Kind.TOOL_USED ? "uses " + news.text() : news.text();
        return ModelText.clean(text)
                .replace('\t', ' ')
                .lines()
                .filter(line -> !line.isBlank())
                .flatMap(line -> pieces(line).stream())
                .map(piece -> new TimelineEntry(at, level, SOURCE, piece))
                .toList();
    }

    /** At blanks, where there are any. */
    private static List<String> pieces(String line) {
        List<String> pieces = new ArrayList<>();
        String rest = line.stripTrailing();
        while (rest.length() > MAX_CHARS) {
            int blank = rest.lastIndexOf(' ', MAX_CHARS);
            int half = Character.isHighSurrogate(rest.charAt(MAX_CHARS - 1)) ? MAX_CHARS - 1 : MAX_CHARS;
            int end = blank > 0 ? blank : half;
            pieces.add(rest.substring(0, end));
            rest = rest.substring(end).stripLeading();
        }
        pieces.add(rest);
        return pieces;
    }
}
