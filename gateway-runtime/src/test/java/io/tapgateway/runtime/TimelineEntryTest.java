package io.tapgateway.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class TimelineEntryTest {
    @ParameterizedTest
    @EnumSource
    void T09_only_the_text_of_a_line_with_a_code_stays_out_of_logs(TimelineEntry.Level level) {
        TimelineEntry entry = new TimelineEntry(Instant.EPOCH, level, "gateway", "Pairing code 123456");

        assertThat(entry.toString().contains("123456")).isEqualTo(level != TimelineEntry.Level.PAIRING);
        assertThat(entry.toString()).contains("gateway", level.name());
    }
}
