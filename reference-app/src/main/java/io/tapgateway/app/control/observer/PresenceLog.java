package io.tapgateway.app.control.observer;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.app.control.api.ApiJson;
import io.tapgateway.app.control.event.EventJson;
import io.tapgateway.app.control.event.ServerSentEvent;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.JsonWriter;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.GatewayEvents;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Which providers have come and gone lately, for those who listen and, with the same numbers, for pages that are opened
 * later. Thread-safe.
 */
final class PresenceLog implements GatewayEvents.Listener {
    /** How many changes are remembered, of all sessions. */
    static final int MAX_CHANGES = 1_000;

    private final Supplier<Instant> now;
    private final Consumer<ServerSentEvent> programs;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Deque<Change> changes = new ArrayDeque<>();

    @GuardedBy("lock")
    private long last;

    /** @param programs told of each change */
    PresenceLog(Supplier<Instant> now, Consumer<ServerSentEvent> programs) {
        this.now = now;
        this.programs = programs;
    }

    /** Somebody has come or gone. */
    private record Change(long seq, Instant at, GatewayEvent.ProviderChanged event) {
        boolean concerns(SessionId asked) {
            return event.session().isEmpty() || event.session().get().equals(asked);
        }

        void write(JsonWriter out) {
            out.number("seq", seq).text("ts", ApiJson.time(at));
            EventJson.identity(out, event.identity()).word("presence", event.presence());
        }
    }

    @Override
    public void onProviderChanged(GatewayEvent.ProviderChanged event) {
        Change change;
        lock.lock();
        try {
            change = new Change(++last, now.get(), event);
            changes.addLast(change);
            if (changes.size() > MAX_CHANGES) {
                changes.removeFirst();
            }
        } finally {
            lock.unlock();
        }
        programs.accept(ServerSentEvent.of(event.session(), "providers", change::write));
    }

    @Override
    public void onSessionChanged(GatewayEvent.SessionChanged event) {
        if (event.phase() == GatewayEvent.SessionChanged.Phase.ENDED) {
            lock.lock();
            try {
                changes.removeIf(it -> it.event().session().equals(Optional.of(event.id())));
            } finally {
                lock.unlock();
            }
        }
    }

    /** What concerns a session, oldest first. */
    public List<JsonValue> of(SessionId session) {
        lock.lock();
        try {
            return changes.stream()
                    .filter(it -> it.concerns(session))
                    .map(it -> JsonWriter.toValue(it::write))
                    .toList();
        } finally {
            lock.unlock();
        }
    }
}
