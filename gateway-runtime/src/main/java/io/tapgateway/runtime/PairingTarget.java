package io.tapgateway.runtime;

import io.tapgateway.protocol.model.SessionId;
import java.util.List;
import java.util.Optional;

/**
 * In which session a pairing code appears, which then is the session that whoever types it is let into (D-047). Asked
 * on the gateway's executor, one request at a time, never inside of the loop; what it throws counts as no session.
 * Implementations are thread-safe and quick.
 */
@FunctionalInterface
public interface PairingTarget {
    /**
     * Picks one of the sessions.
     *
     * @param active the sessions that are not about to end, oldest first
     * @return empty if none of them, or more than one, is meant: then nobody gets a code
     */
    Optional<SessionId> choose(List<SessionView> active);

    /** The session in the foreground, if there is exactly one. */
    static PairingTarget foreground() {
        return active -> {
            List<SessionView> inFront =
                    active.stream().filter(it -> it.info().foreground()).toList();
            return inFront.size() == 1 ? Optional.of(inFront.get(0).info().id()) : Optional.empty();
        };
    }
}
