package io.tapgateway.runtime.core.session;

import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.core.state.Session;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The sessions there are, oldest first. Confined to the loop. */
public final class SessionRegistry {
    private final Map<SessionId, Session> sessions = new LinkedHashMap<>();

    public SessionRegistry() {}

    /** Adds a session; false if its id is in use (D-066). */
    public boolean add(Session session) {
        return sessions.putIfAbsent(session.id(), session) == null;
    }

    public void remove(Session session) {
        sessions.remove(session.id());
    }

    public Optional<Session> find(SessionId id) {
        return Optional.ofNullable(sessions.get(id));
    }

    /** All sessions, oldest first; a copy. */
    public List<Session> all() {
        return new ArrayList<>(sessions.values());
    }

    /** The same as they are listed: what is in the foreground comes first (G-002). */
    List<Session> listed() {
        List<Session> listed = all();
        listed.sort(Comparator.comparing(it -> !it.info().foreground()));
        return listed;
    }

    /** Puts one session into the foreground and all others behind; true if that changes anything. */
    public boolean bringToForeground(SessionId id) {
        boolean changed = false;
        if (sessions.containsKey(id)) {
            for (Session session : sessions.values()) {
                changed |= session.setForeground(session.id().equals(id));
            }
        }
        return changed;
    }

    public boolean isEmpty() {
        return sessions.isEmpty();
    }
}
