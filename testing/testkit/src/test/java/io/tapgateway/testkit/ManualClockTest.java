package io.tapgateway.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.runtime.GatewayClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ManualClockTest {
    private final ManualClock clock = ManualClock.create();
    private final List<String> events = new ArrayList<>();

    @Test
    void time_passes_only_when_told() {
        long before = clock.nanos();
        Instant wall = clock.wall();

        clock.advance(Duration.ofMillis(5));

        assertThat(clock.nanos() - before).isEqualTo(5_000_000);
        assertThat(clock.wall()).isEqualTo(wall.plusMillis(5));
    }

    @Test
    void tasks_run_in_the_order_of_their_times_and_then_of_their_registration() {
        clock.wakeAt(20, () -> events.add("late"));
        clock.wakeAt(10, () -> events.add("first of two"));
        clock.wakeAt(10, () -> events.add("second of two"));
        clock.wakeAt(21, () -> events.add("too late"));

        clock.advance(Duration.ofNanos(20));

        assertThat(events).containsExactly("first of two", "second of two", "late");
    }

    @Test
    void a_task_sees_its_own_time_and_what_it_registers_runs_in_the_same_advance() {
        clock.wakeAt(10, () -> {
            events.add("at " + clock.nanos());
            clock.wakeAt(15, () -> events.add("at " + clock.nanos()));
        });

        clock.advance(Duration.ofNanos(100));

        assertThat(events).containsExactly("at 10", "at 15");
        assertThat(clock.nanos()).isEqualTo(100);
    }

    @Test
    void a_task_for_the_past_runs_with_the_next_advance_and_time_does_not_go_back() {
        clock.advance(Duration.ofNanos(100));
        clock.wakeAt(10, () -> events.add("at " + clock.nanos()));

        assertThat(events).isEmpty();
        clock.advance(Duration.ZERO);

        assertThat(events).containsExactly("at 100");
    }

    @Test
    void a_cancelled_task_does_not_run_and_cancelling_again_is_harmless() {
        GatewayClock.Wakeup wakeup = clock.wakeAt(10, () -> events.add("never"));

        wakeup.cancel();
        wakeup.cancel();
        clock.advance(Duration.ofNanos(10));

        assertThat(events).isEmpty();
        assertThat(clock.pending()).isZero();
    }

    @Test
    void the_order_of_tasks_survives_the_overflow_of_the_clock() {
        ManualClock old = ManualClock.startingAt(Long.MAX_VALUE - 5);
        old.wakeAt(Long.MIN_VALUE + 4, () -> events.add("after"));
        old.wakeAt(Long.MAX_VALUE, () -> events.add("before"));

        old.advance(Duration.ofNanos(10));

        assertThat(events).containsExactly("before", "after");
    }

    @Test
    void the_wall_clock_can_be_set_without_time_passing() {
        Instant wall = clock.wall();

        clock.jumpWall(Duration.ofHours(-2));

        assertThat(clock.wall()).isEqualTo(wall.minus(Duration.ofHours(2)));
        assertThat(clock.nanos()).isZero();
    }

    @Test
    void monotonic_time_refuses_to_go_back() {
        assertThatThrownBy(() -> clock.advance(Duration.ofNanos(-1))).hasMessageContaining("cannot go back");
    }
}
