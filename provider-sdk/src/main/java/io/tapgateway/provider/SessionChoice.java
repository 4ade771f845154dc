package io.tapgateway.provider;

import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.SessionSummary;
import java.util.List;
import java.util.Optional;

/**
 * Chooses the session that a provider joins. It is asked whenever the provider is bound to none and the list of
 * sessions changes, until it answers; it must neither wait nor throw.
 */
@FunctionalInterface
public interface SessionChoice {
    /**
     * The session to join.
     *
     * @param active the sessions as the gateway lists them; may be empty
     * @return empty to wait for the next list
     */
    Optional<SessionId> choose(List<SessionSummary> active);

    /**
     * Whether a bound provider goes along when another session is chosen: it is asked with each list, and leaves as
     * soon as none of its calls runs.
     */
    default boolean follows() {
        return false;
    }

    /** The first one in the list. */
    static SessionChoice first() {
        return active -> active.stream().findFirst().map(SessionSummary::id);
    }

    /** The only one there is; waits while there are several. */
    static SessionChoice only() {
        return active -> active.size() == 1 ? Optional.of(active.get(0).id()) : Optional.empty();
    }

    /** The one of that id; waits until it is there. */
    static SessionChoice named(String id) {
        SessionId wanted = new SessionId(id);
        return active ->
                active.stream().map(SessionSummary::id).filter(wanted::equals).findFirst();
    }

    /** The one in the foreground, with which lists begin; the provider goes along when the user turns to another. */
    static SessionChoice foreground() {
        return new SessionChoice() {
            @Override
            public Optional<SessionId> choose(List<SessionSummary> active) {
                return first().choose(active);
            }

            @Override
            public boolean follows() {
                return true;
            }
        };
    }

    /** All of them, present and future; only for providers in the gateway's own process (D-062). */
    static SessionChoice all() {
        return active -> Optional.of(SessionId.ALL);
    }
}
