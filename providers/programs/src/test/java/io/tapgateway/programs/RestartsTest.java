package io.tapgateway.programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RestartsTest {
    private static final Duration SHORT = Restarts.STEADY.minusNanos(1);

    private final Restarts restarts = new Restarts();

    @Test
    void pauses_double_up_to_a_minute_and_the_tenth_short_life_is_the_last() {
        List<Long> pauses = new ArrayList<>();
        for (Optional<Duration> pause = restarts.after(SHORT); pause.isPresent(); pause = restarts.after(SHORT)) {
            pauses.add(pause.get().toSeconds());
        }

        assertThat(pauses).containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 60L, 60L, 60L);
        assertThat(restarts.shortLives()).isEqualTo(Restarts.MOST_SHORT_LIVES);
    }

    @Test
    void a_life_of_a_minute_is_the_first_of_a_new_row() {
        restarts.after(SHORT);
        restarts.after(SHORT);

        Optional<Duration> pause = restarts.after(Restarts.STEADY);

        assertThat(pause).contains(Restarts.pauseAfter(1));
        assertThat(restarts.shortLives()).isEqualTo(1);
    }
}
