package io.tapgateway.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.testkit.ManualClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class StarterWatchTest {
    private static final Duration ALONE = Duration.ofSeconds(StarterWatch.ALONE_SECONDS);

    private final ManualClock clock = ManualClock.create();
    private boolean starterRuns;
    private boolean hasClients;

    private final StarterWatch watch = new StarterWatch(() -> starterRuns, () -> hasClients, clock::nanos);

    @Test
    void W071_a_server_whose_starter_has_gone_ends_after_a_minute_without_a_client() {
        assertThat(watch.isTime()).isFalse();
        clock.advance(ALONE.minusNanos(1));
        assertThat(watch.isTime()).isFalse();
        clock.advance(Duration.ofNanos(1));

        assertThat(watch.isTime()).isTrue();
    }

    @Test
    void W071_a_client_in_between_begins_the_minute_anew() {
        watch.isTime();
        clock.advance(ALONE.minusSeconds(1));
        hasClients = true;
        assertThat(watch.isTime()).isFalse();
        clock.advance(ALONE);
        hasClients = false;

        assertThat(watch.isTime()).isFalse();
        clock.advance(ALONE);
        assertThat(watch.isTime()).isTrue();
    }

    @Test
    void W071_nothing_ends_while_the_starter_runs() {
        starterRuns = true;
        watch.isTime();
        clock.advance(ALONE);

        assertThat(watch.isTime()).isFalse();
    }
}
