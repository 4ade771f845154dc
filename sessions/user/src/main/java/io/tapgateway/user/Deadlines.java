package io.tapgateway.user;

import java.util.OptionalLong;
import java.util.stream.LongStream;

/** Points of a monotonic time, which may overflow. Stateless. */
final class Deadlines {
    private Deadlines() {}

    /** The one that comes first. */
    static OptionalLong first(LongStream all) {
        return all.reduce((a, b) -> a - b <= 0 ? a : b);
    }

    static boolean hasCome(OptionalLong deadline, long now) {
        return deadline.isPresent() && deadline.getAsLong() - now <= 0;
    }
}
