package io.tapgateway.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.TraceParent;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
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
    void M023_what_is_added_to_a_call_is_an_object_and_stays_with_whatever_else_is_said() {
        JsonValue added = JsonValue.of(Map.of("a", 1));
        CallOptions options = CallOptions.NONE.adding(added);

        assertThat(options.named(new CallId("c"))
                        .within(Duration.ofSeconds(1))
                        .reportingTo(it -> {})
                        .partOf("run")
                        .tracedBy(new TraceParent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"))
                        .additions())
                .contains(added);
        assertThatThrownBy(() -> CallOptions.NONE.adding(JsonValue.of("a")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("what is added to a call is an object");
    }

    @Test
    void D234_a_deadline_is_positive() {
        assertThatThrownBy(() -> CallOptions.NONE.within(Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a deadline must be positive, not PT0S");
    }
}
