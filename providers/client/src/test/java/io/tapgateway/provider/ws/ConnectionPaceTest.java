package io.tapgateway.provider.ws;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ConnectionPaceTest {
    private long now = Long.MAX_VALUE - 1;
    private double random;
    private final ConnectionPace pace = new ConnectionPace(() -> random, () -> now);

    @Test
    void connections_are_made_one_after_the_other() {
        random = 0.5;

        assertThat(pace.next()).isEqualTo(Duration.ofMillis(100));
        assertThat(pace.next()).isEqualTo(Duration.ofMillis(200));
        now += Duration.ofMillis(150).toNanos();
        assertThat(pace.next()).isEqualTo(Duration.ofMillis(150));
    }

    @Test
    void whoever_comes_later_waits_for_nobody() {
        pace.next();
        now += Duration.ofMinutes(2).toNanos();

        assertThat(pace.next()).isZero();
    }

    @Test
    void D090_there_are_twenty_in_a_minute() {
        for (int connection = 0; connection < ConnectionPace.MAX_NEW_CONNECTIONS; connection++) {
            assertThat(pace.next()).isZero();
        }

        assertThat(pace.next()).isEqualTo(ConnectionPace.WINDOW);
        now += ConnectionPace.WINDOW.toNanos();
        assertThat(pace.next()).isZero();
    }
}
