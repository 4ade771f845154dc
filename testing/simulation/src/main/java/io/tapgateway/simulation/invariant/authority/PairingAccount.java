package io.tapgateway.simulation.invariant.authority;

import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** How many codes were checked, and how many were wrong, as it must be (D-049, D-050). Confined to one simulation. */
final class PairingAccount {
    private static final long MINUTE = 60_000_000_000L;

    private final Deque<Long> checked = new ArrayDeque<>();
    private final Map<Optional<String>, Deque<Long>> checkedByOrigin = new HashMap<>();
    private final Map<Optional<String>, Integer> wrongByOrigin = new HashMap<>();
    private int wrongInARow;

    /** The user forgives everybody; what is counted by the minute is not forgotten. */
    void unlock() {
        wrongInARow = 0;
        wrongByOrigin.clear();
    }

    /** Whether too many were wrong. */
    boolean isShutTo(Optional<String> origin, Limits limits) {
        return wrongInARow >= limits.get(Limit.WRONG_CODES)
                || wrongByOrigin.getOrDefault(origin, 0) >= limits.get(Limit.WRONG_CODES_PER_ORIGIN);
    }

    /** Whether one more may be checked within this minute. */
    boolean mayCheck(Optional<String> origin, long now, Limits limits) {
        return recent(checked, now) < limits.get(Limit.PAIRING_CONFIRMS_PER_MINUTE)
                && recent(of(origin), now) < limits.get(Limit.PAIRING_CONFIRMS_PER_MINUTE_PER_ORIGIN);
    }

    /** One is checked. */
    void check(Optional<String> origin, boolean right, long now) {
        checked.addLast(now);
        of(origin).addLast(now);
        wrongInARow = right ? 0 : wrongInARow + 1;
        wrongByOrigin.merge(origin, right ? 0 : 1, Integer::sum);
    }

    private Deque<Long> of(Optional<String> origin) {
        return checkedByOrigin.computeIfAbsent(origin, key -> new ArrayDeque<>());
    }

    private static int recent(Deque<Long> times, long now) {
        while (!times.isEmpty() && now - times.peekFirst() >= MINUTE) {
            times.removeFirst();
        }
        return times.size();
    }
}
