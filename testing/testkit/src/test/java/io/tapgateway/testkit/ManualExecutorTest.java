package io.tapgateway.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ManualExecutorTest {
    private final ManualExecutor executor = new ManualExecutor();
    private final List<String> events = new ArrayList<>();

    @Test
    void nothing_runs_until_it_is_asked_for() {
        executor.execute(() -> events.add("a"));

        assertThat(events).isEmpty();
        assertThat(executor.pending()).isEqualTo(1);
    }

    @Test
    void one_task_at_a_time_runs_in_order() {
        executor.execute(() -> events.add("a"));
        executor.execute(() -> events.add("b"));

        assertThat(executor.runNext()).isTrue();

        assertThat(events).containsExactly("a");
    }

    @Test
    void running_all_includes_what_the_tasks_add() {
        executor.execute(() -> executor.execute(() -> events.add("added")));

        assertThat(executor.runAll()).isEqualTo(2);

        assertThat(events).containsExactly("added");
        assertThat(executor.runNext()).isFalse();
    }
}
