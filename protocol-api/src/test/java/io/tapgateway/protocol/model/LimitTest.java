package io.tapgateway.protocol.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimitTest {
    @ParameterizedTest
    @CsvSource({
        "TOOL_RESULT_MESSAGE, 5242880",
        "MESSAGE, 2097152",
        "DISCARDED_MESSAGE, 16777216",
        "UNAUTHENTICATED_MESSAGE, 65536",
        "TOOLS_PER_PROVIDER, 100",
        "HOOK_RULES_PER_PROVIDER, 50",
        "STREAMS_PER_PROVIDER, 20",
        "EVENTS_PER_STREAM, 200",
        "QUERY_MAX_LAST, 100",
        "REBINDS_PER_MINUTE, 10",
        "PUSHES_PER_SECOND, 10",
        "QUEUED_CALLS, 10",
        "GATE_TIMEOUT, 5000",
        "TRANSFORM_TIMEOUT, 2000",
        "RECONNECT_WINDOW, 30000",
        "SHUTDOWN_DEADLINE, 10000",
        "TOOLS_CHANGED_DEBOUNCE, 200"
    })
    void D025_numbers_of_the_specification_are_kept(Limit limit, long value) {
        assertThat(limit.standard()).isEqualTo(value);
        assertThat(Limits.standard().get(limit)).isEqualTo((int) value);
    }

    @Test
    void G002_there_is_room_for_a_connection_to_each_window_of_an_agent() {
        assertThat(Limits.standard().get(Limit.AUTHENTICATED_CONNECTIONS)).isEqualTo(200);
    }

    @Test
    void every_limit_says_where_it_comes_from() {
        assertThat(Arrays.stream(Limit.values()).map(Limit::origin))
                .allMatch(it -> it.matches("([AC]/[a-z.-]+|[DMTUZ]-\\d+).*"));
        assertThat(Arrays.stream(Limit.values()).map(Limit::label)).doesNotHaveDuplicates();
    }

    @Test
    void changing_one_limit_leaves_the_others_and_the_original_alone() {
        Limits changed = Limits.standard().with(Limit.QUEUED_CALLS, 3);

        assertThat(changed.get(Limit.QUEUED_CALLS)).isEqualTo(3);
        assertThat(changed.get(Limit.GATE_TIMEOUT)).isEqualTo(5_000);
        assertThat(Limits.standard().get(Limit.QUEUED_CALLS)).isEqualTo(10);
    }

    @Test
    void only_durations_have_nanoseconds() {
        assertThat(Limits.standard().nanos(Limit.GATE_TIMEOUT)).isEqualTo(5_000_000_000L);
        assertThatThrownBy(() -> Limits.standard().nanos(Limit.QUEUED_CALLS))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_limit_is_between_zero_and_the_largest_int() {
        assertThatThrownBy(() -> Limits.standard().with(Limit.MESSAGE, -1))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Limits.standard().with(Limit.MESSAGE, 1L << 31))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
