package io.tapgateway.protocol.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RetryPauseTest {
    private final RetryPause pause = new RetryPause(Duration.ofSeconds(1), Duration.ofSeconds(30));

    @Test
    void each_pause_is_twice_the_one_before_up_to_the_longest() {
        assertThat(IntStream.rangeClosed(1, 7).mapToObj(it -> pause.after(it).toSeconds()))
                .containsExactly(1L, 2L, 4L, 8L, 16L, 30L, 30L);
    }

    @Test
    void it_stays_the_longest_however_often_something_fails() {
        assertThat(pause.after(Integer.MAX_VALUE)).isEqualTo(Duration.ofSeconds(30));
    }
}
