package io.tapgateway.mcp.session;

import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.runtime.SessionAccess;
import io.tapgateway.runtime.StreamEvent;
import io.tapgateway.runtime.StreamView;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The resources that a session itself has: streams, its timeline, and what waits for the agent (M-040). Thread-safe.
 */
final class OwnResources {
    static final String INBOX = ShownOfferings.OURS + "inbox";
    static final String TIMELINE = ShownOfferings.OURS + "timeline";

    /** What streams and the timeline are: lines of JSON. */
    static final String LINES = "application/jsonl";

    static final String TEXT = "text/plain";

    /** How many events are read where nobody says how many. */
    static final int USUALLY = 50;

    private static final String STREAMS = ShownOfferings.OURS + "stream/";
    private static final String ANY_STREAM = STREAMS + "{stream}@{provider}{?last}";
    private static final Pattern STREAM =
            Pattern.compile(Pattern.quote(STREAMS) + "([^/?#@]+@[^/?#@]+)(?:\\?last=([0-9]{1,6}))?");

    private final RecentLines timeline;
    private final Optional<AgentInbox> inbox;

    /** @param inbox where what is meant for the agent waits; empty if that is for somebody else */
    OwnResources(RecentLines timeline, Optional<AgentInbox> inbox) {
        this.timeline = timeline;
        this.inbox = inbox;
    }

    /** Those there are now, by address. */
    NavigableMap<String, Consumer<JsonWriter>> listed(Optional<SessionAccess> session) {
        NavigableMap<String, Consumer<JsonWriter>> listed = new TreeMap<>();
        inbox.ifPresent(it -> listed.put(
                INBOX, out -> write(out, INBOX, "inbox", "What providers want the agent to know or to do", TEXT)));
        listed.put(TIMELINE, out -> write(out, TIMELINE, "timeline", "What has happened in the session", LINES));
        for (StreamView each : session.map(SessionAccess::streams).orElse(List.of())) {
            String uri = STREAMS + each.name();
            listed.put(uri, out -> write(out, uri, each.name(), "The newest events of a provider's stream", LINES));
        }
        return listed;
    }

    /** The templates of their addresses. */
    NavigableMap<String, Consumer<JsonWriter>> templates() {
        NavigableMap<String, Consumer<JsonWriter>> listed = new TreeMap<>();
        listed.put(
                ANY_STREAM,
                out -> out.text("uriTemplate", ANY_STREAM)
                        .text("name", "stream")
                        .text("description", "The newest events of a provider's stream, as many as last says")
                        .text("mimeType", LINES));
        return listed;
    }

    private static void write(JsonWriter out, String uri, String name, String description, String type) {
        out.text("uri", uri).text("name", name).text("description", description).text("mimeType", type);
    }

    /** A stream, and how much of it is wanted. */
    private record Wanted(String stream, int last) {}

    private static Optional<Wanted> stream(String uri) {
        Matcher parts = STREAM.matcher(uri);
        if (!parts.matches()) {
            return Optional.empty();
        }
        int last = Optional.ofNullable(parts.group(2)).map(Integer::parseInt).orElse(USUALLY);
        return last < 1 ? Optional.empty() : Optional.of(new Wanted(parts.group(1), last));
    }

    /** The text of a stream or the timeline; empty if that is none. */
    Optional<String> text(String uri, SessionAccess session) {
        return uri.equals(TIMELINE)
                ? Optional.of(timeline.text())
                : stream(uri).filter(it -> isThere(it, session)).map(it -> lines(it, session));
    }

    private static boolean isThere(Wanted wanted, SessionAccess session) {
        return session.streams().stream().anyMatch(it -> it.name().equals(wanted.stream()));
    }

    private static String lines(Wanted wanted, SessionAccess session) {
        int last = Math.min(wanted.last(), Math.toIntExact(Limit.EVENTS_PER_STREAM.standard()));
        List<StreamEvent> events = new ArrayList<>(session.stream(wanted.stream(), last));
        Collections.reverse(events);
        return events.stream()
                .map(it -> JsonWriter.toText(it, OwnResources::write))
                .collect(Collectors.joining("\n"));
    }

    private static void write(JsonWriter out, StreamEvent event) {
        out.number("seq", event.seq())
                .text("ts", event.entry().ts())
                .text("event", event.entry().event())
                .text("level", event.entry().level().name().toLowerCase(Locale.ROOT))
                .value("metadata", event.entry().metadata());
    }

    /** Whether that is where what is meant for the agent waits. */
    boolean isInbox(String uri) {
        return inbox.isPresent() && uri.equals(INBOX);
    }

    /** What a resource is like; empty if it is none of these. */
    Optional<String> mark(String uri, Optional<SessionAccess> session) {
        if (uri.equals(TIMELINE)) {
            return Optional.of(String.valueOf(timeline.seen()));
        }
        if (isInbox(uri)) {
            return inbox.map(AgentInbox::mark);
        }
        return stream(uri)
                .map(it -> session.map(where -> newest(it.stream(), where)).orElse(""));
    }

    private static String newest(String stream, SessionAccess session) {
        return session.stream(stream, 1).stream()
                .map(it -> String.valueOf(it.seq()))
                .findFirst()
                .orElse("");
    }
}
