package io.tapgateway.runtime.core.state;

/**
 * When an instance was last active in a session: bound for the first time, or done with a call (D-128). Outlives its
 * bindings. Confined to the loop.
 */
public final class Activity {
    private long order;
    private long at;

    /**
     * @param order later activities of a session have larger numbers
     * @param at monotonic nanoseconds
     */
    Activity(long order, long at) {
        this.order = order;
        this.at = at;
    }

    void note(long next, long now) {
        order = next;
        at = now;
    }

    /** Tells which of two is the later one; the clock may not. */
    public long order() {
        return order;
    }

    /** Monotonic nanoseconds. */
    public long at() {
        return at;
    }
}
