package io.tapgateway.agentserver.anywhere;

import io.tapgateway.protocol.model.MayChange;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * The newest events, by ids that rise, for clients that come back and say which one they have heard last.
 * Confined to one thread.
 */
@MayChange
public final class EventLog {
    /** How many events are kept. */
    static final int MOST = 1_000;

    /** How many characters all of them may have. */
    static final int MOST_CHARACTERS = 4 << 20;

    private final String epoch;
    private final Deque<Kept> kept = new ArrayDeque<>();
    private long last;
    private int characters;

    /** @param epoch begins the ids of this log, and of no other one */
    public EventLog(String epoch) {
        this.epoch = epoch + "-";
    }

    /**
     * An event with its number.
     *
     * @param id for clients
     */
    public record Kept(long number, String id, AnywhereEvent event) {
        /** Whether somebody hears of it who has asked for a folder, or for all. */
        public boolean concerns(Optional<String> folder) {
            return event.concerns(folder);
        }

        /** As a stream of events has it. */
        public String text() {
            return "id: " + id + "\nevent: " + event.name() + "\ndata: " + event.data() + "\n\n";
        }
    }

    /** Keeps an event; the oldest ones make room. */
    public Kept add(AnywhereEvent event) {
        last++;
        Kept next = new Kept(last, epoch + last, event);
        kept.addLast(next);
        characters += event.data().length();
        while (kept.size() > MOST || characters > MOST_CHARACTERS) {
            characters -= kept.removeFirst().event().data().length();
        }
        return next;
    }

    /** What came after the event of that id, as far as it is kept: all of it, if the id is of another log. */
    public List<Kept> since(String id) {
        long heard = id.startsWith(epoch) ? number(id.substring(epoch.length())) : 0;
        return kept.stream().filter(it -> it.number() > heard).toList();
    }

    private static long number(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
