package io.tapgateway.transport.ws.handshake;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class OriginLogTest {
    private long now;
    private final OriginLog log = new OriginLog(() -> now);

    @Test
    void D014_a_decision_is_told_once_an_hour_for_each_origin() {
        assertThat(log.note("https://a.example", "may pair")).isTrue();
        assertThat(log.note("https://a.example", "may pair")).isFalse();
        assertThat(log.note("https://b.example", "may pair")).isTrue();
        now += TimeUnit.HOURS.toNanos(1) - 1;
        assertThat(log.note("https://a.example", "may pair")).isFalse();
        now += 1;
        assertThat(log.note("https://a.example", "may pair")).isTrue();
    }
}
