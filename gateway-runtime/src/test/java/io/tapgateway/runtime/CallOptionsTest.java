package io.tapgateway.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;

class CallOptionsTest {
    @Test
    void D234_a_deadline_that_nobody_lives_to_see_is_taken_for_a_day() {
        Duration almost = Duration.ofDays(1).minusNanos(1);

        assertThat(CallOptions.NONE.within(almost).deadline()).contains(almost);
        assertThat(CallOptions.NONE.within(ChronoUnit.FOREVER.getDuration()).deadline())
                .contains(Duration.ofDays(1));
    }

    @Test
    void D234_a_deadline_is_positive() {
        assertThatThrownBy(() -> CallOptions.NONE.within(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a deadline must be positive, not PT0S");
    }
}
