package io.tapgateway.protocol.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BackoffTest {
    @Test
    void the_wait_doubles_from_one_second_to_thirty() {
        Backoff latest = new Backoff(() -> 1);

        assertThat(times(latest, 7)).containsExactly(1_000L, 2_000L, 4_000L, 8_000L, 16_000L, 30_000L, 30_000L);
    }

    @Test
    void it_is_never_shorter_than_half_of_that() {
        Backoff earliest = new Backoff(() -> 0);

        assertThat(times(earliest, 7)).containsExactly(500L, 1_000L, 2_000L, 4_000L, 8_000L, 15_000L, 15_000L);
    }

    @Test
    void providers_that_were_cut_off_together_come_back_apart() {
        Random random = new Random(42);
        List<Long> first = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            first.add(new Backoff(random::nextDouble).nextMillis());
        }

        assertThat(first.stream().distinct()).hasSizeGreaterThan(40);
    }

    @Test
    void a_success_begins_anew() {
        Backoff backoff = new Backoff(() -> 1);
        times(backoff, 5);

        backoff.reset();

        assertThat(backoff.nextMillis()).isEqualTo(1_000);
    }

    private static List<Long> times(Backoff backoff, int count) {
        List<Long> times = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            times.add(backoff.nextMillis());
        }
        return times;
    }
}
