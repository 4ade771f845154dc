package io.tapgateway.provider.connection;

import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.provider.Offer;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/**
 * What the provider offers now: one offer for all sessions, and others for sessions that were changed alone (D-114). Read by
 * any thread, changed only by the one that reports what arrives.
 */
final class Offers {
    private final Map<SessionId, Offer> special = new ConcurrentHashMap<>();
    private volatile Offer general;

    Offers(Offer first) {
        this.general = first;
    }

    Offer general() {
        return general;
    }

    Offer in(SessionId session) {
        return special.isEmpty() ? general : special.getOrDefault(session, general);
    }

    /** A change is in force. */
    void apply(Optional<SessionId> session, UnaryOperator<Offer> change) {
        if (session.isPresent()) {
            special.put(session.get(), change.apply(in(session.get())));
        } else {
            general = change.apply(general);
            special.replaceAll((id, offer) -> change.apply(offer));
        }
    }

    /** A new registration: what the general offer says goes for every session. */
    void restart() {
        special.clear();
    }
}
