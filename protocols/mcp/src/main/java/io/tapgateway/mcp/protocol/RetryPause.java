package io.tapgateway.mcp.protocol;

import java.time.Duration;

/** How long nobody tries again what has failed: each pause is twice the one before (M-064, M-070). Stateless. */
public final class RetryPause {
    /** The pause after the first failure. */
    public static final Duration FIRST = Duration.ofSeconds(1);

    /** The longest pause. */
    public static final Duration LONGEST = Duration.ofSeconds(30);

    private RetryPause() {}

    /** The pause after so many failures in a row, at least one. */
    public static Duration after(int failures) {
        Duration pause = FIRST.multipliedBy(1L << Math.min(failures - 1, 10));
        return pause.compareTo(LONGEST) < 0 ? pause : LONGEST;
    }
}
