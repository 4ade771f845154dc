package io.tapgateway.runtime.core.state;

import io.tapgateway.protocol.model.CallId;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The ids of ended calls, so that a late answer can be told from a made-up one (D-148). Confined to the loop. */
public final class Tombstones {
    private record Grave(CallId id, long since) {}

    private final int most;
    private final long forNanos;
    private final Set<CallId> ids = new HashSet<>();
    private final ArrayDeque<Grave> oldestFirst = new ArrayDeque<>();

    Tombstones(int most, long forNanos) {
        this.most = most;
        this.forNanos = forNanos;
    }

    /** Remembers that a call has ended. */
    public void add(CallId id, long now) {
        if (ids.add(id)) {
            oldestFirst.addLast(new Grave(id, now));
        }
        while (oldestFirst.size() > most || isStale(oldestFirst.peekFirst(), now)) {
            ids.remove(oldestFirst.removeFirst().id);
        }
    }

    /** Whether a call of that id is known to have ended. */
    public boolean contains(CallId id) {
        return ids.contains(id);
    }

    private boolean isStale(@Nullable Grave grave, long now) {
        return grave != null && now - grave.since >= forNanos;
    }
}
