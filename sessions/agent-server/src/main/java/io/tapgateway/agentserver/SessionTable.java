package io.tapgateway.agentserver;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/** The sessions of a server, with clients and without, by the ids that these know (W-007, W-027). Thread-safe. */
final class SessionTable {
    private final int most;
    private final Map<String, ServedSession> open = new ConcurrentHashMap<>();
    private final ReentrantLock admission = new ReentrantLock();
    private final AtomicLong losses = new AtomicLong();

    /** @param most sessions, those that are kept included */
    SessionTable(int most) {
        this.most = most;
    }

    /** The one of that id, whose client is away and from now on the caller. */
    Optional<ServedSession> claim(String id) {
        return Optional.ofNullable(open.get(id)).filter(ServedSession::claim);
    }

    /** Whether another one would be taken. */
    boolean hasRoom() {
        return open.size() < most || open.values().stream().anyMatch(ServedSession::isLost);
    }

    /** Takes it; where there is no room, the session makes it that has been without a client for longest. */
    boolean admit(ServedSession session) {
        admission.lock();
        try {
            boolean room = open.size() < most || giveOneUp();
            if (room) {
                open.put(session.id(), session);
            }
            return room;
        } finally {
            admission.unlock();
        }
    }

    /** One whose client comes back in that moment is not given up, but the next. */
    private boolean giveOneUp() {
        return open.values().stream()
                .filter(ServedSession::isLost)
                .sorted(Comparator.comparingLong(it -> it.lost().orElse(Long.MAX_VALUE)))
                .toList()
                .stream()
                .anyMatch(ServedSession::giveUp);
    }

    void remove(ServedSession session) {
        open.remove(session.id());
    }

    Collection<ServedSession> all() {
        return List.copyOf(open.values());
    }

    /** The number of another loss of a connection; they rise. */
    long nextLoss() {
        return losses.incrementAndGet();
    }
}
