package io.tapgateway.emitters;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.emitters.model.EmitterLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LineOutputTest {
    private final List<String> seen = new ArrayList<>();
    private final AtomicLong clock = new AtomicLong();
    private final LineOutput output = new LineOutput(seen::add, () -> seen.add("[closed]"), clock::get);

    @Test
    void who_prints_more_than_a_seconds_worth_is_not_read_on_before_the_second_is_over() {
        clock.set(TimeUnit.MILLISECONDS.toNanos(800));
        long before = System.nanoTime();

        output.write(new byte[EmitterLimits.OUTPUT_BYTES_PER_SECOND], EmitterLimits.OUTPUT_BYTES_PER_SECOND);

        assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(200));
    }

    @Test
    void one_that_was_stopped_is_read_without_waiting() {
        output.stop();
        long before = System.nanoTime();
        for (int i = 0; i < 60; i++) {
            output.write(new byte[EmitterLimits.OUTPUT_BYTES_PER_SECOND], EmitterLimits.OUTPUT_BYTES_PER_SECOND);
        }

        assertThat(System.nanoTime() - before).isLessThan(TimeUnit.SECONDS.toNanos(60));
    }

    @Test
    void the_last_line_needs_no_end_and_comes_before_the_news_of_the_end() {
        output.write(new byte[] {'a', '\n', 'b'}, 3);

        output.close();

        assertThat(seen).containsExactly("a", "b", "[closed]");
    }
}
