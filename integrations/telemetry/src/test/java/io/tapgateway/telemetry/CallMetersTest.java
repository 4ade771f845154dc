package io.tapgateway.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CallMetersTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final CallMeters meters = CallMeters.in(registry);

    @Test
    void calls_are_timed_by_outcome_and_by_where_their_time_went() {
        meters.onEvent(Ended.answered());
        meters.onEvent(Ended.answered());
        meters.onEvent(Ended.denied());

        assertThat(timer("tap.call", "ok").count()).isEqualTo(2);
        assertThat(timer("tap.call", "ok").totalTime(TimeUnit.MILLISECONDS)).isEqualTo(650);
        assertThat(timer("tap.call", "unauthorized").count()).isEqualTo(1);
        assertThat(registry.get("tap.call.gates").timer().totalTime(TimeUnit.MILLISECONDS))
                .isEqualTo(17);
        assertThat(registry.get("tap.call.queue").timer().totalTime(TimeUnit.MILLISECONDS))
                .isEqualTo(40);
        assertThat(registry.get("tap.call.work").timer().totalTime(TimeUnit.MILLISECONDS))
                .isEqualTo(600);
    }

    @Test
    void names_that_others_choose_are_no_tags() {
        meters.onEvent(Ended.answered());

        assertThat(registry.getMeters().stream().map(Meter::getId).toList().toString())
                .doesNotContain("ci_status");
    }

    private Timer timer(String name, String outcome) {
        return registry.get(name).tag("outcome", outcome).timer();
    }
}
