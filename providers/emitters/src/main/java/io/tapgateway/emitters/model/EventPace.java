package io.tapgateway.emitters.model;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/** No more than {@link EmitterLimits#EVENTS_PER_SECOND} in any second (D-189). Confined to the program thread. */
public final class EventPace {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final Deque<Long> taken = new ArrayDeque<>();

    /** No event has been taken yet. */
    public EventPace() {}

    /** Takes a place, if there is one. */
    public boolean tryTake(long now) {
        if (delay(now) > 0) {
            return false;
        }
        if (taken.size() == EmitterLimits.EVENTS_PER_SECOND) {
            taken.removeFirst();
        }
        taken.addLast(now);
        return true;
    }

    /** Nanoseconds until there is a place; 0 if there is one. */
    public long delay(long now) {
        Long oldest = taken.peekFirst();
        return oldest == null || taken.size() < EmitterLimits.EVENTS_PER_SECOND
                ? 0
                : Math.max(0, oldest + SECOND - now);
    }
}
