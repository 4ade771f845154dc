package io.tapgateway.transport.ws;

import java.util.function.DoubleSupplier;

/**
 * How long to wait before connecting again: about twice as long after each attempt without success, and never the same for two
 * providers, so that those whom a gateway's restart cut off do not come back all at once. Confined to one thread at a time.
 */
final class Backoff {
    static final long FIRST_MILLIS = 1_000;
    static final long LONGEST_MILLIS = 30_000;

    private final DoubleSupplier random;
    private long next = FIRST_MILLIS;

    /** @param random between 0 and 1 */
    Backoff(DoubleSupplier random) {
        this.random = random;
    }

    /** The time to wait now: between half of it and all of it. */
    long nextMillis() {
        long millis = next / 2 + (long) (random.getAsDouble() * (next - next / 2));
        next = Math.min(2 * next, LONGEST_MILLIS);
        return millis;
    }

    /** The last attempt was a success. */
    void reset() {
        next = FIRST_MILLIS;
    }
}
