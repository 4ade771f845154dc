package io.tapgateway.transport.ws.http;

import static io.tapgateway.transport.ws.http.RequestLimits.CONNECTIONS_FOR_QUICK_REQUESTS;
import static io.tapgateway.transport.ws.http.RequestLimits.MAX_ANONYMOUS_REQUESTS;
import static io.tapgateway.transport.ws.http.RequestLimits.MAX_COLLECTED_BYTES;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/**
 * What the connections of a server are doing, limited in number and time. Where there is no room, the one makes it that
 * has been doing nothing, or making its request, for the longest time; those who have had an answer come first. So
 * whoever comes with a request at once is not kept out by those who come without (T-52, T-57). Decides only: whoever
 * asks ends the connections that have to go. Thread-safe.
 *
 * @param <C> a connection
 */
final class ConnectionRoom<C> {
    private final int maxConnections;
    private final int maxAnonymous;
    private final int maxBusy;
    private final ReentrantLock lock = new ReentrantLock();

    /** Those who have been in their phase for the longest time come first. */
    @GuardedBy("lock")
    private final Map<C, Stay> stays = new LinkedHashMap<>();

    /** Of all stays, so that no request looks at every connection. */
    @GuardedBy("lock")
    private final Tally tally = new Tally();

    ConnectionRoom(int maxConnections, int maxAnonymous) {
        this.maxConnections = maxConnections;
        this.maxAnonymous = maxAnonymous;
        this.maxBusy = maxConnections - Math.min(CONNECTIONS_FOR_QUICK_REQUESTS, maxConnections / 2);
    }

    /** What a connection is doing. */
    enum Phase {
        /** It has not said anything yet. */
        SILENT,
        /** A part of a request is here. */
        COLLECTING,
        /** The request is being answered. */
        SERVED,
        /** The last answer has been given. */
        RESTING,
        /** It has become a WebSocket. */
        LINKED,
        /** It has been refused and has only to be hung up. */
        REFUSED
    }

    /**
     * One connection.
     *
     * @param known whether the newest request shows who it is
     * @param since when the phase began
     * @param length of the request that is being collected, in bytes; 0 until its head is here
     */
    record Stay(Phase phase, boolean known, long since, int length) {
        private boolean isAnonymous() {
            return !known && phase != Phase.LINKED;
        }

        private boolean isIdle() {
            return phase == Phase.SILENT || phase == Phase.RESTING || phase == Phase.REFUSED;
        }

        private boolean isCollected() {
            return phase == Phase.COLLECTING;
        }

        private boolean isOver(long now) {
            return limit().filter(limit -> now - since >= limit.toNanos()).isPresent();
        }

        private Optional<Duration> limit() {
            return switch (phase) {
                case SILENT -> Optional.of(RequestLimits.FIRST_REQUEST);
                case COLLECTING -> Optional.of(known ? RequestLimits.KNOWN_REQUEST : RequestLimits.ANONYMOUS_REQUEST);
                case SERVED -> known ? Optional.empty() : Optional.of(RequestLimits.BETWEEN_REQUESTS);
                case RESTING -> Optional.of(RequestLimits.BETWEEN_REQUESTS);
                case LINKED -> Optional.empty();
                case REFUSED -> Optional.of(RequestLimits.ANONYMOUS_REQUEST);
            };
        }
    }

    /**
     * A connection that has to go.
     *
     * @param answer what it is told, if it waits for something
     */
    record Dismissal<C>(C who, Optional<RequestFault> answer) {}

    /** What a connection is doing; empty if it has to go, or has gone. */
    Optional<Stay> find(C connection) {
        lock.lock();
        try {
            return Optional.ofNullable(stays.get(connection));
        } finally {
            lock.unlock();
        }
    }

    /** Whether so many connections are busy that the rest should be left to requests that are answered at once. */
    boolean isCrowded() {
        lock.lock();
        try {
            return tally.busy > maxBusy;
        } finally {
            lock.unlock();
        }
    }

    /** One more. */
    List<Dismissal<C>> enter(C newcomer, long now) {
        lock.lock();
        try {
            put(newcomer, new Stay(Phase.SILENT, false, now, 0));
            return makeRoom(newcomer, now);
        } finally {
            lock.unlock();
        }
    }

    /**
     * A request has begun, or its head is here.
     *
     * @param length of all of it, in bytes; 0 before the head is here
     */
    List<Dismissal<C>> collect(C connection, boolean known, int length, long now) {
        lock.lock();
        try {
            Stay before = stays.get(connection);
            if (before == null || before.phase() == Phase.REFUSED) {
                return List.of();
            }
            if (before.isCollected()) {
                put(connection, new Stay(Phase.COLLECTING, known, before.since(), length));
            } else {
                begin(connection, new Stay(Phase.COLLECTING, known, now, length));
            }
            return makeRoom(connection, now);
        } finally {
            lock.unlock();
        }
    }

    /** A request is here as a whole; {@code false} if its connection has to go all the same. */
    boolean serve(C connection, boolean known, long now) {
        lock.lock();
        try {
            Stay before = stays.get(connection);
            if (before == null || before.phase() == Phase.REFUSED) {
                return false;
            }
            begin(connection, new Stay(Phase.SERVED, known, now, 0));
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** A request has been answered. */
    List<Dismissal<C>> rest(C connection, long now) {
        lock.lock();
        try {
            Stay before = stays.get(connection);
            if (before == null || before.phase() != Phase.SERVED) {
                return List.of();
            }
            begin(connection, new Stay(Phase.RESTING, before.known(), now, 0));
            return makeRoom(connection, now);
        } finally {
            lock.unlock();
        }
    }

    /** The connection has become a WebSocket: those who serve it limit it. */
    void link(C connection, long now) {
        lock.lock();
        try {
            if (stays.containsKey(connection)) {
                begin(connection, new Stay(Phase.LINKED, false, now, 0));
            }
        } finally {
            lock.unlock();
        }
    }

    /** The connection is told that its request goes no further. */
    void refuse(C connection, long now) {
        lock.lock();
        try {
            if (stays.containsKey(connection)) {
                begin(connection, new Stay(Phase.REFUSED, false, now, 0));
            }
        } finally {
            lock.unlock();
        }
    }

    /** The connection has ended. */
    void leave(C connection) {
        lock.lock();
        try {
            remove(connection);
        } finally {
            lock.unlock();
        }
    }

    /** Finds those whose time is over. */
    List<Dismissal<C>> sweep(long now) {
        lock.lock();
        try {
            List<Dismissal<C>> over = new ArrayList<>();
            for (Map.Entry<C, Stay> each : List.copyOf(stays.entrySet())) {
                if (each.getValue().isOver(now)) {
                    over.add(dismiss(each.getKey(), RequestFault.TIMED_OUT, now));
                }
            }
            return over;
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private List<Dismissal<C>> makeRoom(C newcomer, long now) {
        List<Dismissal<C>> dismissed = new ArrayList<>();
        while (tally.anonymous > maxAnonymous) {
            dismissed.add(dismiss(
                    oldestBeside(newcomer, ConnectionRoom::isAnsweredAndAnonymous)
                            .or(() -> oldestBeside(newcomer, ConnectionRoom::isIdleAndAnonymous))
                            // An answer that nobody fetches, or that never comes, keeps nobody out.
                            .or(() -> oldestBeside(newcomer, ConnectionRoom::isServedAndAnonymous))
                            .orElse(newcomer),
                    now));
        }
        while (tally.collectedAnonymous > MAX_ANONYMOUS_REQUESTS) {
            dismissed.add(dismiss(
                    oldestBeside(newcomer, ConnectionRoom::isCollectedAndAnonymous)
                            .orElse(newcomer),
                    now));
        }
        while (stays.size() > maxConnections) {
            dismissed.add(dismiss(oldestBeside(newcomer, Stay::isIdle).orElse(newcomer), now));
        }
        if (tally.collectedBytes > MAX_COLLECTED_BYTES) {
            dismissed.add(dismiss(newcomer, now));
        }
        return dismissed;
    }

    @GuardedBy("lock")
    private Dismissal<C> dismiss(C connection, long now) {
        return dismiss(connection, RequestFault.OVERLOADED, now);
    }

    /** Who is making a request is told why that goes no further. */
    @GuardedBy("lock")
    private Dismissal<C> dismiss(C connection, RequestFault why, long now) {
        Stay stay = stays.get(connection);
        if (stay != null && stay.isCollected()) {
            begin(connection, new Stay(Phase.REFUSED, false, now, 0));
            return new Dismissal<>(connection, Optional.of(why));
        }
        remove(connection);
        return new Dismissal<>(connection, Optional.empty());
    }

    @GuardedBy("lock")
    private void begin(C connection, Stay stay) {
        remove(connection);
        put(connection, stay);
    }

    @GuardedBy("lock")
    private void put(C connection, Stay stay) {
        Optional.ofNullable(stays.put(connection, stay)).ifPresent(before -> tally.count(before, -1));
        tally.count(stay, 1);
    }

    @GuardedBy("lock")
    private void remove(C connection) {
        Optional.ofNullable(stays.remove(connection)).ifPresent(before -> tally.count(before, -1));
    }

    @GuardedBy("lock")
    private Optional<C> oldestBeside(C newcomer, Predicate<Stay> wanted) {
        return stays.entrySet().stream()
                .filter(stay -> !stay.getKey().equals(newcomer) && wanted.test(stay.getValue()))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    private static boolean isAnsweredAndAnonymous(Stay stay) {
        return isIdleAndAnonymous(stay) && stay.phase() != Phase.SILENT;
    }

    private static boolean isIdleAndAnonymous(Stay stay) {
        return stay.isIdle() && stay.isAnonymous();
    }

    private static boolean isServedAndAnonymous(Stay stay) {
        return stay.phase() == Phase.SERVED && stay.isAnonymous();
    }

    private static boolean isCollectedAndAnonymous(Stay stay) {
        return stay.isCollected() && stay.isAnonymous();
    }

    /** How many do what limits are about, and how much those send who are known. Confined to the lock of the room. */
    private static final class Tally {
        private int busy;
        private int anonymous;
        private int collectedAnonymous;
        private long collectedBytes;

        /** @param by 1 for one more, -1 for one less */
        private void count(Stay stay, int by) {
            busy += stay.isIdle() ? 0 : by;
            anonymous += stay.isAnonymous() ? by : 0;
            collectedAnonymous += isCollectedAndAnonymous(stay) ? by : 0;
            collectedBytes += stay.known() ? by * (long) stay.length() : 0;
        }
    }
}
