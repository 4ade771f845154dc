package io.tapgateway.programs;

import io.tapgateway.protocol.transport.RetryPause;
import java.time.Duration;
import java.util.Optional;

/**
 * Whether and when a program that has ended by itself is started again: after 1, 2, 4 … 60 s, and no more after ten
 * short lives in a row. Confined to the program thread.
 */
public final class Restarts {
    /** Who has run for so long is not failing any more. */
    public static final Duration STEADY = Duration.ofSeconds(60);

    /** After so many short lives in a row it is given up. */
    public static final int MOST_SHORT_LIVES = 10;

    private static final RetryPause PAUSE = new RetryPause(Duration.ofSeconds(1), Duration.ofSeconds(60));

    private int shortLives;

    /** For a program that has not ended yet. */
    public Restarts() {}

    /** How many short lives there were in a row, a long one before them included. */
    public int shortLives() {
        return shortLives;
    }

    /**
     * A life has ended.
     *
     * @return how long to wait for the next one; empty if there is none
     */
    public Optional<Duration> after(Duration life) {
        shortLives = life.compareTo(STEADY) < 0 ? shortLives + 1 : 1;
        return shortLives < MOST_SHORT_LIVES ? Optional.of(pauseAfter(shortLives)) : Optional.empty();
    }

    /**
     * The pause after so many short lives in a row.
     *
     * @param shortLives at least 1
     */
    public static Duration pauseAfter(int shortLives) {
        return PAUSE.after(shortLives);
    }
}
