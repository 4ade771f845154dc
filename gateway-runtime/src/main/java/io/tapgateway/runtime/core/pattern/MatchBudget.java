package io.tapgateway.runtime.core.pattern;

import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.runtime.core.kernel.Stopwatch;

/**
 * What the searches for one call or event may cost, each and all together (D-170). Confined to the loop; made for one
 * occasion.
 *
 * <p>Characters read are counted always. The stopwatch is a second net, and only for searches that have done so much
 * that they might have taken long; so a pause of the whole process while something small is searched changes nothing.
 */
public final class MatchBudget {
    /** Characters times instructions that all searches together may have for nothing: some milliseconds. */
    private static final long UNTIMED_WORK = 2_000_000;

    private final int stepsForOne;
    private final long nanosForOne;
    private final Stopwatch stopwatch;
    private long stepsLeft;
    private long nanosLeft;
    private long untimedWorkLeft = UNTIMED_WORK;

    /** The budget of all rules for one call. */
    public MatchBudget(Limits limits, Stopwatch stopwatch) {
        this(limits, limits.nanos(Limit.CALL_MATCH_TIME), stopwatch);
    }

    private MatchBudget(Limits limits, long nanos, Stopwatch stopwatch) {
        this.stepsForOne = limits.get(Limit.MATCH_STEPS);
        this.nanosForOne = limits.nanos(Limit.MATCH_TIME);
        this.stepsLeft = limits.get(Limit.CALL_MATCH_STEPS);
        this.nanosLeft = nanos;
        this.stopwatch = stopwatch;
    }

    /** The budget of a filter for one event: no more time than one search has, since anybody may set one. */
    public static MatchBudget forEvent(Limits limits, Stopwatch stopwatch) {
        return new MatchBudget(limits, limits.nanos(Limit.MATCH_TIME), stopwatch);
    }

    /** Whether nothing is left for any search. */
    public boolean isSpent() {
        return stepsLeft <= 0 || nanosLeft <= 0;
    }

    /** Characters that may still be read, by all searches together. */
    public long stepsLeft() {
        return stepsLeft;
    }

    /** A text to be searched for a pattern of that size within this budget. */
    MeteredText meter(String text, int size) {
        return new MeteredText(text, size, this);
    }

    long stepsForOne() {
        return Math.min(stepsForOne, stepsLeft);
    }

    long nanosForOne() {
        return Math.min(nanosForOne, nanosLeft);
    }

    Stopwatch stopwatch() {
        return stopwatch;
    }

    long untimedWorkLeft() {
        return untimedWorkLeft;
    }

    void spend(long steps, long work, long nanos) {
        stepsLeft -= steps;
        untimedWorkLeft = Math.max(0, untimedWorkLeft - work);
        nanosLeft -= nanos;
    }
}
