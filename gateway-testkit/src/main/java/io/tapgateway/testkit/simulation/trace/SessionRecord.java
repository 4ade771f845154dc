package io.tapgateway.testkit.simulation.trace;

import io.tapgateway.protocol.model.ProviderId;
import io.tapgateway.protocol.model.SessionId;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** One session, as it must be. Confined to the thread of its simulation. */
public final class SessionRecord {
    private final SessionId id;
    private final Set<String> reservedToolNames;
    private final Map<ProviderId, Long> revisions = new HashMap<>();
    private boolean ending;
    private boolean over;

    SessionRecord(SessionId id, Set<String> reservedToolNames) {
        this.id = id;
        this.reservedToolNames = reservedToolNames.stream()
                .map(name -> name.toLowerCase(Locale.ROOT))
                .collect(Collectors.toUnmodifiableSet());
    }

    public SessionId id() {
        return id;
    }

    /** The folded names that its host keeps for itself. */
    public Set<String> reservedToolNames() {
        return reservedToolNames;
    }

    /** Whether shutdown is pending. */
    public boolean isEnding() {
        return ending;
    }

    void beginEnd() {
        ending = true;
    }

    /** Whether it has ended. */
    public boolean isOver() {
        return over;
    }

    void end() {
        over = true;
    }

    /** The revision of a provider's state here; empty if that cannot be known. */
    public Optional<Long> revision(ProviderId provider) {
        long known = revisions.getOrDefault(provider, 0L);
        return known < 0 ? Optional.empty() : Optional.of(known);
    }

    void setRevision(ProviderId provider, long revision) {
        revisions.put(provider, revision);
    }

    void loseRevision(ProviderId provider) {
        revisions.put(provider, -1L);
    }
}
