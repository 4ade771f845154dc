package io.tapgateway.emitters.model;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * When an emitter runs: once, or again and again at a fixed distance. Runs never overlap, and those that were missed
 * because one took too long are not caught up with. Immutable.
 *
 * @param after from its start to the first run
 * @param every from run to run; empty for a single one
 */
public record Schedule(Duration after, Optional<Duration> every) {
    /** One run, at once. */
    public static final Schedule ONCE = new Schedule(Duration.ZERO, Optional.empty());

    /** One run at once, and one whenever that time has passed. */
    public static Schedule every(Duration interval) {
        return new Schedule(Duration.ZERO, Optional.of(interval));
    }

    /** When the first run is due, of an emitter that was started at {@code now}. */
    public long first(long now) {
        return now + after.toNanos();
    }

    /**
     * When the next run is due after one that was due at {@code due} and has ended at {@code ended}; empty if there is
     * none.
     */
    public OptionalLong next(long due, long ended) {
        if (every.isEmpty()) {
            return OptionalLong.empty();
        }
        long interval = every.get().toNanos();
        long passed = Math.max(0, ended - due);
        return OptionalLong.of(due + Math.max(1, Math.floorDiv(passed + interval - 1, interval)) * interval);
    }
}
