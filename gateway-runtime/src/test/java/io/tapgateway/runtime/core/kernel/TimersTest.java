package io.tapgateway.runtime.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class TimersTest {
    private final Timers timers = new Timers();
    private final List<String> fired = new ArrayList<>();

    @Test
    void fires_what_is_due_in_order_of_time_and_then_of_setting() {
        timers.at(20, () -> fired.add("late"));
        timers.at(10, () -> fired.add("early, first"));
        timers.at(10, () -> fired.add("early, second"));
        timers.at(30, () -> fired.add("not yet"));

        fireDue(timers, 20);

        assertThat(fired).containsExactly("early, first", "early, second", "late");
        assertThat(timers.next()).isEqualTo(30);
    }

    @Test
    void fires_at_the_deadline_and_not_before() {
        timers.at(10, () -> fired.add("due"));

        fireDue(timers, 9);
        boolean before = fired.isEmpty();
        fireDue(timers, 10);

        assertThat(before).isTrue();
        assertThat(fired).containsExactly("due");
    }

    @Test
    void a_cancelled_timer_neither_fires_nor_stays() {
        Timers.Timer timer = timers.at(10, () -> fired.add("cancelled"));

        timers.cancel(timer);
        timers.cancel(timer);
        fireDue(timers, 10);

        assertThat(fired).isEmpty();
        assertThat(timers.size()).isZero();
        assertThat(timers.next()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void a_task_may_set_and_cancel_timers() {
        Timers.Timer doomed = timers.at(10, () -> fired.add("doomed"));
        timers.at(5, () -> {
            timers.cancel(doomed);
            timers.at(7, () -> fired.add("set by a task"));
        });

        fireDue(timers, 10);

        assertThat(fired).containsExactly("set by a task");
    }

    @Test
    void agrees_with_sorting_whatever_is_set_and_cancelled() {
        Random random = new Random(42);
        for (int round = 0; round < 200; round++) {
            Timers heap = new Timers();
            List<long[]> expected = new ArrayList<>();
            List<Timers.Timer> handles = new ArrayList<>();
            List<Long> order = new ArrayList<>();
            for (long number = 0; number < 200; number++) {
                long id = number;
                long at = random.nextInt(50);
                handles.add(heap.at(at, () -> order.add(id)));
                expected.add(new long[] {at, id});
            }
            for (int i = 0; i < 100; i++) {
                int victim = random.nextInt(200);
                heap.cancel(handles.get(victim));
                expected.removeIf(entry -> entry[1] == victim);
            }

            fireDue(heap, 50);

            expected.sort(Comparator.<long[]>comparingLong(entry -> entry[0]).thenComparingLong(entry -> entry[1]));
            assertThat(order).isEqualTo(expected.stream().map(entry -> entry[1]).toList());
        }
    }

    private static void fireDue(Timers timers, long now) {
        boolean fired;
        do {
            fired = timers.fireNext(now);
        } while (fired);
    }
}
