package io.tapgateway.transport.ws.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ReadingPaceTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final ReadingPace pace = new ReadingPace(new TextPortSettings.Pace(200, 400), 0);

    @Test
    void W011_four_hundred_may_come_at_once_and_then_two_hundred_a_second() {
        for (int i = 0; i < 400; i++) {
            assertThat(pace.pauseAfter(0)).isNotPositive();
        }
        assertThat(pace.pauseAfter(0)).isEqualTo(SECOND / 200);
        assertThat(pace.pauseAfter(0)).isEqualTo(2 * SECOND / 200);
        for (int i = 0; i < 198; i++) {
            assertThat(pace.pauseAfter(SECOND)).isNotPositive();
        }
        assertThat(pace.pauseAfter(SECOND)).isPositive();
    }

    @Test
    void W011_who_has_said_nothing_for_long_may_say_no_more_at_once_than_others() {
        for (int i = 0; i < 400; i++) {
            assertThat(pace.pauseAfter(1_000 * SECOND)).isNotPositive();
        }
        assertThat(pace.pauseAfter(1_000 * SECOND)).isPositive();
    }
}
