package io.tapgateway.link;

import io.tapgateway.protocol.model.SessionId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The sessions that one process hosts, or is a guest of, and that have not ended, by their ids. Thread-safe. */
final class RemoteSessions {
    private final Map<SessionId, RemoteAccess> sessions = new ConcurrentHashMap<>();

    /** Adds a session unless there is one of that id. */
    boolean add(RemoteAccess session) {
        return sessions.putIfAbsent(session.id(), session) == null;
    }

    void remove(RemoteAccess session) {
        sessions.remove(session.id(), session);
    }

    /**
     * Gives a session another id.
     *
     * @return false if there is one of that id
     */
    boolean rename(RemoteAccess session, SessionId next) {
        if (sessions.putIfAbsent(next, session) != null) {
            return false;
        }
        sessions.remove(session.id(), session);
        return true;
    }

    Optional<RemoteAccess> get(SessionId id) {
        return Optional.ofNullable(sessions.get(id));
    }

    /** All of them now. */
    List<RemoteAccess> all() {
        return List.copyOf(sessions.values());
    }

    boolean isEmpty() {
        return sessions.isEmpty();
    }
}
