package io.tapgateway.provider.connection;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.protocol.model.Binding;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.SessionSummary;
import io.tapgateway.provider.Provider;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Where one provider is: in one session, or in every one that its token shows, over a connection for each (G-002). The
 * first place finds the gateway; the others wait until one is bound. Thread-safe.
 */
final class Places {
    /** How many sessions a provider is in at most. */
    static final int MAX_SESSIONS = 50;

    private final Supplier<Entry> entries;

    /** Empty once all places have ended: a transport has threads for as long as somebody could have it connect. */
    private volatile Optional<Consumer<ProviderSession>> connecting;

    private final Offers offers;
    private final UserCode code;
    private final SerialCallbacks callbacks;
    private final Reports reports;
    private final Handle handle;
    private final CompletableFuture<Binding> firstBinding = new CompletableFuture<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final List<ProviderSession> open = new ArrayList<>();

    /** Those that wait until a place is bound. */
    @GuardedBy("lock")
    private final Set<ProviderSession> waiting = new HashSet<>();

    /** Sessions that refuse the provider for good. */
    @GuardedBy("lock")
    private final Set<SessionId> closed = new HashSet<>();

    @GuardedBy("lock")
    private boolean isFull;

    /** The sessions as they were listed last. */
    private volatile List<SessionId> active = List.of();

    /**
     * @param entries one for each place
     * @param connecting connects a place that is new or has waited; absent for a provider of one session
     */
    Places(
            Provider provider,
            Supplier<Entry> entries,
            Executor handlers,
            Optional<Consumer<ProviderSession>> connecting) {
        this.entries = entries;
        this.connecting = connecting;
        this.offers = new Offers(provider.offer());
        this.code = new UserCode(handlers, provider.listener());
        this.callbacks = new SerialCallbacks(code);
        this.reports = new Reports(callbacks, code);
        this.handle = new Handle(this, offers);
    }

    /** The place that finds the gateway, and takes whichever session there is. */
    ProviderSession first() {
        lock.lock();
        try {
            return add(Optional.empty());
        } finally {
            lock.unlock();
        }
    }

    Offers offers() {
        return offers;
    }

    UserCode code() {
        return code;
    }

    SerialCallbacks callbacks() {
        return callbacks;
    }

    Handle handle() {
        return handle;
    }

    /** Whether any session will do. */
    boolean isEverywhere() {
        return connecting.isPresent();
    }

    /** Completes with the first binding of any place. */
    CompletionStage<Binding> whenBound() {
        return firstBinding.minimalCompletionStage();
    }

    /** Completes when the last place has ended. */
    CompletionStage<Void> whenEnded() {
        return ended.minimalCompletionStage();
    }

    /**
     * The connections that are bound, in the order in which sessions are listed.
     *
     * @param scope the only session that matters, if the provider is in several
     */
    List<Conversation> bound(Optional<SessionId> scope) {
        return snapshot().stream()
                .flatMap(place -> place.bound().stream())
                .filter(it -> scope.isEmpty() || !isEverywhere() || it.isIn(scope.get()))
                .sorted(Comparator.comparingInt(this::rank))
                .toList();
    }

    private int rank(Conversation bound) {
        return bound.binding().map(it -> active.indexOf(it.sessionId())).orElse(-1);
    }

    /** Whether it looks for the gateway, and does not only join one that is there. */
    boolean isFirst(ProviderSession place) {
        lock.lock();
        try {
            return open.indexOf(place) == 0;
        } finally {
            lock.unlock();
        }
    }

    /** Whether a place may connect now; if not, it is connected when another one is bound. */
    boolean admits(ProviderSession place) {
        lock.lock();
        try {
            if (open.indexOf(place) <= 0 || isBound()) {
                return true;
            }
            waiting.add(place);
            return false;
        } finally {
            lock.unlock();
        }
    }

    /** A session for a place that may take any: its own, or else the first that no other place has. */
    Optional<SessionId> choose(ProviderSession place, List<SessionSummary> sessions) {
        lock.lock();
        try {
            List<SessionId> free =
                    new ArrayList<>(sessions.stream().map(SessionSummary::id).toList());
            free.removeAll(closed);
            open.stream()
                    .filter(other -> other != place)
                    .forEach(other -> other.session().ifPresent(free::remove));
            return place.session().filter(free::contains).or(() -> free.stream().findFirst());
        } finally {
            lock.unlock();
        }
    }

    /**
     * The gateway says which sessions there are. Places that wait learn here that theirs is gone. All others learn it
     * over their own connections, as the list of another one may be older.
     */
    void listed(List<SessionSummary> sessions) {
        List<SessionId> ids = sessions.stream().map(SessionSummary::id).toList();
        List<ProviderSession> gone;
        lock.lock();
        try {
            active = ids;
            closed.retainAll(ids);
            gone = waiting.stream()
                    .filter(place -> place.session().filter(ids::contains).isEmpty())
                    .toList();
        } finally {
            lock.unlock();
        }
        gone.forEach(place -> place.leave(Optional.empty()));
    }

    /** A place is bound, and the gateway takes a connection for each session. */
    void spread() {
        Optional<Consumer<ProviderSession>> connects = connecting;
        if (connects.isEmpty()) {
            return;
        }
        List<ProviderSession> places;
        boolean isNews;
        lock.lock();
        try {
            places = new ArrayList<>(waiting);
            waiting.clear();
            List<SessionId> free = new ArrayList<>(active);
            free.removeAll(closed);
            open.forEach(place -> place.session().ifPresent(free::remove));
            int room = Math.min(Math.max(0, MAX_SESSIONS - open.size()), free.size());
            for (SessionId session : free.subList(0, room)) {
                places.add(add(Optional.of(session)));
            }
            isNews = free.size() > room && !isFull;
            isFull = free.size() > room;
        } finally {
            lock.unlock();
        }
        if (isNews) {
            reports.tooMany(MAX_SESSIONS);
        }
        places.forEach(connects.get());
    }

    /**
     * A place has no session. Of those that lose theirs at the same time, one has to stay.
     *
     * @return whether it is of no use, because there are others
     */
    boolean yields(ProviderSession place) {
        lock.lock();
        try {
            if (!isEverywhere() || !hasOthers(place)) {
                return false;
            }
        } finally {
            lock.unlock();
        }
        remove(place);
        return true;
    }

    /** A place is refused for good in its session. */
    void refused(ProviderSession place) {
        lock.lock();
        try {
            place.session().ifPresent(closed::add);
        } finally {
            lock.unlock();
        }
    }

    /** The provider's author ends it. */
    void leave(Optional<String> reason) {
        snapshot().forEach(place -> place.leave(reason));
    }

    @GuardedBy("lock")
    private ProviderSession add(Optional<SessionId> session) {
        ProviderSession place = new ProviderSession(this, entries.get(), reports.elsewhere(), session);
        open.add(place);
        place.life().whenBound().whenComplete((binding, failure) -> {
            if (failure == null) {
                firstBinding.complete(binding);
            } else if (!sharesWithOthers(place)) {
                firstBinding.completeExceptionally(cause(failure));
            }
        });
        place.life().whenEnded().thenRun(() -> remove(place));
        return place;
    }

    private void remove(ProviderSession place) {
        boolean isLast;
        Optional<ProviderSession> next;
        lock.lock();
        try {
            open.remove(place);
            waiting.remove(place);
            isLast = open.isEmpty();
            next = open.stream().findFirst().filter(waiting::remove);
        } finally {
            lock.unlock();
        }
        connecting.ifPresent(next::ifPresent);
        if (isLast) {
            connecting = Optional.empty();
            ended.complete(null);
        }
    }

    private List<ProviderSession> snapshot() {
        lock.lock();
        try {
            return List.copyOf(open);
        } finally {
            lock.unlock();
        }
    }

    private boolean sharesWithOthers(ProviderSession place) {
        lock.lock();
        try {
            return hasOthers(place);
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private boolean hasOthers(ProviderSession place) {
        return open.stream().anyMatch(other -> other != place);
    }

    @GuardedBy("lock")
    private boolean isBound() {
        return open.stream().anyMatch(place -> place.bound().isPresent());
    }

    private static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }
}
