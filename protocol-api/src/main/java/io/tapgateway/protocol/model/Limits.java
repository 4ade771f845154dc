package io.tapgateway.protocol.model;

import java.util.EnumMap;
import java.util.Map;

/** The values of all {@link Limit limits} in force in one gateway. Immutable. */
public final class Limits {
    /** Where the specification has the provider port, on the loopback addresses. */
    public static final int STANDARD_PORT = 9400;

    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final Limits STANDARD = new Limits(standardValues());

    private final Map<Limit, Integer> values;

    private Limits(Map<Limit, Integer> values) {
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
        Map<Limit, Integer> changed = new EnumMap<>(values);
        changed.put(limit, (int) value);
        return new Limits(changed);
    }

    /** The value in its own {@link Limit#unit() unit}. */
    @SuppressWarnings("NullAway") // every limit has a value from the start
    public int get(Limit limit) {
        return values.get(limit);
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
        return get(limit) * NANOS_PER_MILLI;
    }

    private static Map<Limit, Integer> standardValues() {
        Map<Limit, Integer> values = new EnumMap<>(Limit.class);
        for (Limit limit : Limit.values()) {
            values.put(limit, (int) limit.standard());
        }
        return values;
    }
}
