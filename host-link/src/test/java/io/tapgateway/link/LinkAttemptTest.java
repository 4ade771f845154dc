package io.tapgateway.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** When a host that has lost its connection gives its gateway up. */
class LinkAttemptTest {
    @ParameterizedTest
    @CsvSource({
        "NOBODY, 2999, false",
        "NOBODY, 3000, true",
        "SILENT, 29999, false",
        "SILENT, 30000, true",
        "STRANGER, 29999, false",
        "STRANGER, 30000, true",
        "GONE, 0, true",
        "CONNECTED, 60000, false"
    })
    void a_host_tries_again_for_as_long_as_its_gateway_may_take_it(LinkAttempt result, long lost, boolean givesUp) {
        assertThat(result.reasonToGiveUp(true, Duration.ofMillis(lost)).isPresent())
                .isEqualTo(givesUp);
    }

    @ParameterizedTest
    @EnumSource(
            value = LinkAttempt.class,
            names = {"CONNECTED", "GONE"},
            mode = EnumSource.Mode.EXCLUDE)
    void a_host_does_not_try_again_when_the_process_of_its_gateway_has_ended(LinkAttempt result) {
        assertThat(result.reasonToGiveUp(false, Duration.ZERO)).contains("its process has ended");
    }

    @Test
    void a_first_attempt_is_repeated_only_if_it_may_be_a_matter_of_time() {
        assertThat(LinkAttempt.values())
                .filteredOn(LinkAttempt::mayPass)
                .containsExactly(LinkAttempt.SILENT, LinkAttempt.BUSY);
    }
}
