package io.tapgateway.mcp.protocol;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What was sent over the streams of one session of Streamable HTTP, for those that are resumed: the newest events, up
 * to {@link McpLimit#EVENTS_KEPT}, {@link McpLimit#EVENT_CHARACTERS_KEPT} and {@link #KEPT} (M-016). Confined to one
 * thread at a time; time is handed in.
 */
public final class EventJournal {
    /** How long an event is kept. */
    public static final Duration KEPT = Duration.ofMinutes(5);

    private static final Pattern ID = Pattern.compile("([0-9]{1,18})-([0-9]{1,18})");

    private final Deque<Entry> kept = new ArrayDeque<>();
    private long characters;
    private long last;
    private long lastForgotten;

    /** A journal of which nothing was sent yet. */
    public EventJournal() {}

    /** One event. Immutable. */
    private record Entry(Mark mark, String text, long nanos) {}

    /**
     * A place in a stream. Immutable.
     *
     * @param stream which one
     * @param event the last one that was received; events of all streams are counted together
     */
    public record Mark(long stream, long event) {
        /** Reads one; empty if it is none of ours. */
        public static Optional<Mark> read(String id) {
            Matcher parts = ID.matcher(id);
            return parts.matches()
                    ? Optional.of(new Mark(Long.parseLong(parts.group(1)), Long.parseLong(parts.group(2))))
                    : Optional.empty();
        }

        /** The id of the event. */
        @Override
        public String toString() {
            return stream + "-" + event;
        }
    }

    /**
     * What followed a place in a stream.
     *
     * @param events as they were sent
     * @param whole whether that is all of it
     */
    public record Sequel(List<String> events, boolean whole) {
        public Sequel {
            events = List.copyOf(events);
        }
    }

    /** The place in a stream where it is now. */
    public Mark mark(long stream) {
        return new Mark(stream, last);
    }

    /**
     * Keeps a message of a stream.
     *
     * @return the event that it is sent as
     */
    public String add(long stream, String message, long nanos) {
        last++;
        Mark mark = mark(stream);
        String text = EventText.message(mark, message);
        kept.addLast(new Entry(mark, text, nanos));
        characters += text.length();
        forget(nanos);
        return text;
    }

    /** What followed; if the place is none in this session, there is nothing, and that is not all. */
    public Sequel after(Mark place, long nanos) {
        forget(nanos);
        List<String> events = new ArrayList<>();
        for (Entry each : kept) {
            if (each.mark().stream() == place.stream() && each.mark().event() > place.event()) {
                events.add(each.text());
            }
        }
        return new Sequel(events, place.event() >= lastForgotten && place.event() <= last);
    }

    private void forget(long nanos) {
        while (!kept.isEmpty() && isTooMuch(nanos - kept.getFirst().nanos())) {
            Entry oldest = kept.removeFirst();
            characters -= oldest.text().length();
            lastForgotten = oldest.mark().event();
        }
    }

    private boolean isTooMuch(long age) {
        return kept.size() > McpLimit.EVENTS_KEPT.most()
                || characters > McpLimit.EVENT_CHARACTERS_KEPT.most()
                || age >= KEPT.toNanos();
    }
}
