package io.tapgateway.runtime.core.kernel;

import java.time.Instant;

/** Time of day, for what people and {@code ts} fields are shown; never for a deadline (D-229). */
@FunctionalInterface
public interface WallClock {
    Instant now();
}
