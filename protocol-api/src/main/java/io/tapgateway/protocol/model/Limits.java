package io.tapgateway.protocol.model;

/** The values of all {@link Limit limits} in force in one gateway. Immutable. */
public final class Limits {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final Limits STANDARD = new Limits(standardValues());

    private final long[] values;

    private Limits(long[] values) {
        this.values = values;
    }

    /** What the specification says. */
    public static Limits standard() {
        return STANDARD;
    }

    /**
     * These limits with one changed.
     *
     * @throws IllegalArgumentException if {@code value} is negative or above {@code Integer.MAX_VALUE}
     */
    public Limits with(Limit limit, long value) {
        if (value < 0 || value > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(limit.label() + " must be between 0 and " + Integer.MAX_VALUE);
        }
        long[] changed = values.clone();
        changed[limit.ordinal()] = value;
        return new Limits(changed);
    }

    /** The value in its own {@link Limit#unit() unit}. */
    public int get(Limit limit) {
        return (int) values[limit.ordinal()];
    }

    /**
     * The value of a duration, in nanoseconds.
     *
     * @throws IllegalArgumentException if the limit is no duration
     */
    public long nanos(Limit limit) {
        if (limit.unit() != Limit.Unit.MILLIS) {
            throw new IllegalArgumentException(limit.label() + " is no duration");
        }
        return values[limit.ordinal()] * NANOS_PER_MILLI;
    }

    private static long[] standardValues() {
        long[] values = new long[Limit.values().length];
        for (Limit limit : Limit.values()) {
            values[limit.ordinal()] = limit.standard();
        }
        return values;
    }
}
