package io.tapgateway.runtime.core.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.kernel.LoneKernel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TombstonesTest {
    private static CallId call(int number) {
        return new CallId("call-" + number);
    }

    private static Tombstones after(int calls, Kernel kernel) {
        Tombstones tombstones = new Tombstones(kernel);
        for (int i = 1; i <= calls; i++) {
            tombstones.add(call(i));
        }
        return tombstones;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 63, 64, 65, 100, 128, 4_096})
    void D148_all_are_remembered_up_to_the_limit(int calls) {
        Tombstones tombstones = after(calls, LoneKernel.with(Limits.standard()));

        for (int i = 1; i <= calls; i++) {
            assertThat(tombstones.contains(call(i))).isTrue();
        }
        assertThat(tombstones.contains(call(0))).isFalse();
        assertThat(tombstones.contains(call(calls + 1))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {4_097, 10_000, 100_000})
    void D148_beyond_the_limit_the_oldest_is_forgotten(int calls) {
        Tombstones tombstones = after(calls, LoneKernel.with(Limits.standard()));

        assertThat(tombstones.contains(call(calls - 4_096))).isFalse();
        assertThat(tombstones.contains(call(calls - 4_095))).isTrue();
        assertThat(tombstones.contains(call(calls))).isTrue();
    }

    @Test
    void D148_after_ten_minutes_a_call_is_forgotten() {
        Limits limits = Limits.standard();
        Kernel kernel = LoneKernel.with(limits);
        Tombstones tombstones = after(1, kernel);

        kernel.advanceTo(limits.nanos(Limit.ENDED_CALLS_REMEMBERED_FOR) - 1);
        tombstones.add(call(2));
        boolean before = tombstones.contains(call(1));
        kernel.advanceTo(limits.nanos(Limit.ENDED_CALLS_REMEMBERED_FOR));

        assertThat(before).isTrue();
        assertThat(tombstones.contains(call(1))).isFalse();
        assertThat(tombstones.contains(call(2))).isTrue();
    }

    @Test
    void a_gateway_that_is_to_remember_nothing_does_not() {
        Limits none = Limits.standard().with(Limit.ENDED_CALLS_REMEMBERED, 0);

        assertThat(after(3, LoneKernel.with(none)).contains(call(3))).isFalse();
    }

    @Test
    void no_call_is_remembered_before_the_first() {
        assertThat(new Tombstones(LoneKernel.with(Limits.standard())).contains(call(1)))
                .isFalse();
    }
}
