package io.tapgateway.simulation.trace;

import io.tapgateway.protocol.model.ProviderId;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.SessionInfo;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** One session, as it must be. Confined to the thread of its simulation. */
public final class SessionRecord {
    private static final long NEVER = Long.MAX_VALUE;

    private final SessionInfo info;
    private final long opened;
    private Set<String> reservedToolNames;
    private boolean argumentsUnchecked;
    private final Map<ProviderId, Long> revisions = new HashMap<>();
    private final Set<BindingRecord> ready = new HashSet<>();
    private long deadline = NEVER;

    /** @param opened in which step */
    SessionRecord(SessionInfo info, long opened) {
        this.info = info;
        this.opened = opened;
        this.reservedToolNames = folded(info.reservedToolNames());
    }

    public SessionId id() {
        return info.id();
    }

    /** As its host describes it. */
    public SessionInfo info() {
        return info;
    }

    /** In which step it was opened; steps are counted from 1. */
    public long openedIn() {
        return opened;
    }

    /** The folded names that its host keeps for itself. */
    public Set<String> reservedToolNames() {
        return reservedToolNames;
    }

    private static Set<String> folded(Collection<String> names) {
        return names.stream().map(name -> name.toLowerCase(Locale.ROOT)).collect(Collectors.toUnmodifiableSet());
    }

    void reserve(Collection<String> toolNames) {
        reservedToolNames = folded(toolNames);
    }

    /** Whether arguments are held against what tools declare. */
    public boolean leavesArgumentsUnchecked() {
        return argumentsUnchecked;
    }

    void leaveArgumentsUnchecked(boolean wanted) {
        argumentsUnchecked = wanted;
    }

    /** Whether shutdown is pending. */
    public boolean isEnding() {
        return deadline != NEVER;
    }

    /** When it is over at the latest. */
    public long deadline() {
        return deadline;
    }

    void beginEnd(long at) {
        deadline = Math.min(deadline, at);
    }

    /** Who has said that it is ready for the end. */
    public Set<BindingRecord> ready() {
        return ready;
    }

    @Override
    public String toString() {
        return info.id().value();
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
