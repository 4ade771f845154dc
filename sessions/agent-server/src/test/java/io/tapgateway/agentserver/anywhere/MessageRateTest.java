package io.tapgateway.agentserver.anywhere;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MessageRateTest {
    private static final long SECOND = 1_000_000_000L;

    private final MessageRate rate = new MessageRate(30);

    @Test
    void A004_ten_at_once_and_then_one_every_other_second() {
        for (int i = 0; i < MessageRate.BURST; i++) {
            assertThat(rate.waitSeconds("a", 0)).isZero();
            rate.count("a", 0);
        }

        assertThat(rate.waitSeconds("a", 0)).isEqualTo(2);
        assertThat(rate.waitSeconds("a", SECOND)).isEqualTo(1);
        assertThat(rate.waitSeconds("a", 2 * SECOND)).isZero();
        assertThat(rate.waitSeconds("b", 0)).isZero();
    }

    @Test
    void what_was_saved_up_is_no_more_than_the_burst() {
        rate.count("a", 0);
        for (int i = 0; i < MessageRate.BURST; i++) {
            rate.count("a", 3_600 * SECOND);
        }

        assertThat(rate.waitSeconds("a", 3_600 * SECOND)).isPositive();
    }

    @Test
    void names_are_forgotten_before_they_are_too_many() {
        for (int i = 0; i < MessageRate.BURST; i++) {
            rate.count("first", 0);
        }
        for (int i = 0; i < MessageRate.MOST_NAMES; i++) {
            rate.count("other" + i, 0);
        }

        assertThat(rate.waitSeconds("first", 0)).isZero();
    }
}
