package io.tapgateway.user;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Where people sit in one session, and which of these is away. Confined to the lock of its {@link Person}. */
final class Seats {
    /** In the order in which somebody did something there last. */
    private final List<Seat> all = new ArrayList<>(1);

    /** Until when those count that have lost their connection (U-103). */
    private final Map<Seat, Long> away = new HashMap<>();

    void add(Seat seat) {
        all.add(seat);
    }

    boolean remove(Seat seat) {
        away.remove(seat);
        return all.remove(seat);
    }

    void clear() {
        all.clear();
        away.clear();
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    Stream<Seat> stream() {
        return all.stream();
    }

    Stream<Seat> with(Ability ability) {
        return all.stream().filter(it -> it.can(ability));
    }

    /** Somebody does something there; false if it is not attached. */
    boolean active(Seat seat) {
        return all.remove(seat) && all.add(seat);
    }

    /** Where somebody did something last, of those with that ability. */
    Optional<Seat> lastActive(Ability ability) {
        return with(ability).reduce((former, later) -> later);
    }

    boolean away(Seat seat, long now, Duration atMost) {
        boolean sits = all.contains(seat);
        if (sits) {
            away.put(seat, now + atMost.toNanos());
        }
        return sits;
    }

    boolean back(Seat seat) {
        away.remove(seat);
        return all.contains(seat);
    }

    /** Those that have been away for too long. */
    List<Seat> overdue(long now) {
        List<Seat> overdue = new ArrayList<>();
        away.forEach((seat, until) -> {
            if (until - now <= 0) {
                overdue.add(seat);
            }
        });
        return overdue;
    }

    OptionalLong nextDeadline() {
        return Deadlines.first(away.values().stream().mapToLong(it -> it));
    }
}
