package io.tapgateway.provider.connection;

import io.tapgateway.protocol.message.FilterSet;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.provider.Offer;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/**
 * What the provider offers now: one offer for all sessions, others for sessions that were changed alone (D-114), and
 * the filters of its streams. Thread-safe: any thread reads it, and the one that reports what arrives changes it.
 */
final class Offers {
    private final Map<SessionId, Offer> special = new ConcurrentHashMap<>();
    private final Map<String, FilterSet> filters = new ConcurrentHashMap<>();
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

    /** Filters for all sessions. Gateways forget them when they end, so they are set again with each binding. */
    Collection<FilterSet> filters() {
        return filters.values();
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

    /** A filter for all sessions is in force. */
    void apply(FilterSet filter) {
        String stream = filter.stream().toString();
        if (filter.rules().isEmpty()) {
            filters.remove(stream);
        } else {
            filters.put(stream, filter);
        }
    }

    /** A new registration: the general offer counts in that session, or in every one. */
    void restart(SessionId session) {
        if (session.equals(SessionId.ALL)) {
            special.clear();
        } else {
            special.remove(session);
        }
    }
}
