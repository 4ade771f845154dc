package io.tapgateway.runtime.core.state;

import java.time.Instant;

/**
 * When an instance was last active in a session: bound for the first time, or done with a call (D-128). Outlives its
 * bindings. Confined to the loop.
 */
public final class Activity {
    private long order;
    private Instant at;

    /** @param order later activities of a session have larger numbers */
    Activity(long order, Instant at) {
        this.order = order;
        this.at = at;
    }

    void note(long next, Instant now) {
        order = next;
        at = now;
    }

    /** Tells which of two is the later one; the clock may not. */
    public long order() {
        return order;
    }

    public Instant at() {
        return at;
    }
}
