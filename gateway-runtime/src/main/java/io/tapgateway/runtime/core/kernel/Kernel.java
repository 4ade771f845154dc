package io.tapgateway.runtime.core.kernel;

import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.runtime.HookPolicy;
import io.tapgateway.runtime.Policies;
import java.time.Instant;

/**
 * What every part of the core shares: the present moment, limits, timers, ids and the way out. Confined to the loop.
 */
public final class Kernel {
    private final Limits limits;
    private final Entropy entropy;
    private final WallClock wallClock;
    private final Stopwatch stopwatch;
    private final Effects effects;
    private final Policies policies;
    private final Timers timers = new Timers();
    private long now;

    public Kernel(
            Limits limits,
            Entropy entropy,
            WallClock wallClock,
            Stopwatch stopwatch,
            Effects effects,
            Policies policies) {
        this.limits = limits;
        this.entropy = entropy;
        this.wallClock = wallClock;
        this.stopwatch = stopwatch;
        this.effects = effects;
        this.policies = policies;
    }

    /** Moves on to {@code nanos}; never back. */
    public void advanceTo(long nanos) {
        if (nanos - now > 0) {
            now = nanos;
        }
    }

    /** Fires the earliest timer that is due by now, also one that another has just set; false if there is none. */
    public boolean fireNext() {
        return timers.fireNext(now);
    }

    /** The present moment, monotonic nanoseconds. */
    public long now() {
        return now;
    }

    /** The present time of day. */
    public Instant wall() {
        return wallClock.now();
    }

    /** Time that goes on within a step; for giving up on long work only. */
    public Stopwatch stopwatch() {
        return stopwatch;
    }

    /** Sets a timer for when the duration {@code limit} has passed from now. */
    public Timers.Timer after(Limit limit, Timers.Task task) {
        return timers.at(now + limits.nanos(limit), task);
    }

    /** All timers. */
    public Timers timers() {
        return timers;
    }

    /** The value of a limit. */
    public int limit(Limit limit) {
        return limits.get(limit);
    }

    /** All limits. */
    public Limits limits() {
        return limits;
    }

    /** What else the embedder has settled. */
    public Policies policies() {
        return policies;
    }

    /** What the embedder has settled about rules. */
    public HookPolicy hookPolicy() {
        return policies.hooks();
    }

    /** Ids and secrets. */
    public Entropy entropy() {
        return entropy;
    }

    /** The way out. */
    public Effects effects() {
        return effects;
    }

    /** When the core wants to be woken at the latest; {@code Long.MAX_VALUE} for never. */
    public long nextDeadline() {
        return timers.next();
    }
}
