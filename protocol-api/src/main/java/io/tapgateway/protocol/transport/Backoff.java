package io.tapgateway.protocol.transport;

import java.util.function.DoubleSupplier;

/**
 * How long to wait before connecting again: about twice as long after each attempt without success, and never the same
 * for two programs, so that those whom a gateway's restart cut off do not come back all at once. Confined to one thread
 * at a time.
 */
public final class Backoff {
    static final long FIRST_MILLIS = 1_000;
    static final long LONGEST_MILLIS = 30_000;

    private final long first;
    private final long longest;
    private final DoubleSupplier random;
    private long next;

    private Backoff(long first, long longest, DoubleSupplier random) {
        this.first = first;
        this.longest = longest;
        this.random = random;
        this.next = first;
    }

    /**
     * With the times of providers.
     *
     * @param random between 0 and 1
     */
    public Backoff(DoubleSupplier random) {
        this(FIRST_MILLIS, LONGEST_MILLIS, random);
    }

    /**
     * With other times than those of providers.
     *
     * @param first in milliseconds
     * @param longest in milliseconds
     * @param random between 0 and 1
     */
    public static Backoff between(long first, long longest, DoubleSupplier random) {
        return new Backoff(first, longest, random);
    }

    /** The time to wait now: between half of it and all of it. */
    public long nextMillis() {
        long millis = next / 2 + (long) (random.getAsDouble() * (next - next / 2));
        next = Math.min(2 * next, longest);
        return millis;
    }

    /** The last attempt was a success. */
    public void reset() {
        next = first;
    }
}
