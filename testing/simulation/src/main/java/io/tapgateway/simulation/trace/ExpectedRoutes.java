package io.tapgateway.simulation.trace;

import io.tapgateway.protocol.model.ProviderId;
import io.tapgateway.protocol.model.SessionId;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which instance of a provider gets a call, as it must be (D-127, D-128). Confined to the thread of its simulation. */
public final class ExpectedRoutes {
    private record Place(SessionId session, ProviderId provider) {}

    private final Map<Place, Long> activities = new HashMap<>();
    private long active;

    ExpectedRoutes() {}

    /** A provider has come into a session, perhaps for the first time. */
    void entered(SessionId session, ProviderId provider) {
        activities.computeIfAbsent(new Place(session, provider), place -> ++active);
    }

    /** A provider has completed a call. */
    void completed(SessionId session, ProviderId provider) {
        activities.put(new Place(session, provider), ++active);
    }

    /** A session has ended. */
    void forget(SessionId session) {
        activities.keySet().removeIf(place -> place.session.equals(session));
    }

    /** Who gets a call, of those that have the tool. */
    Optional<BindingRecord> choose(Cause.Invoked call, List<BindingRecord> candidates) {
        boolean instances = candidates.stream().anyMatch(BindingRecord::isInstance);
        if (instances && call.target().isPresent()) {
            return candidates.stream()
                    .filter(it -> it.isInstance(call.target().get()))
                    .findFirst();
        }
        boolean ambiguous =
                candidates.stream().map(BindingRecord::owner).distinct().count() > 1;
        return ambiguous
                ? Optional.empty()
                : lastActiveFirst(call.session(), candidates).stream().findFirst();
    }

    /** Those that have the tool, in the order of choice. */
    List<BindingRecord> lastActiveFirst(SessionId session, List<BindingRecord> candidates) {
        Comparator<BindingRecord> byActivity =
                Comparator.comparing(it -> activities.getOrDefault(new Place(session, it.providerId()), 0L));
        return candidates.stream().sorted(byActivity.reversed()).toList();
    }
}
