package io.tapgateway.runtime.thread;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.runtime.SteppedClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PacedExecutorTest {
    private static final Duration PAUSE = Duration.ofMillis(2);

    private final SteppedClock time = new SteppedClock(Long.MAX_VALUE - 1_000);
    private final List<String> done = new ArrayList<>();
    private final PacedExecutor executor = new PacedExecutor(Runnable::run, time, PAUSE);

    @Test
    void a_task_after_a_while_of_nothing_leaves_at_once() {
        execute("first");
        time.step(PAUSE.toNanos());
        execute("second");

        assertThat(done).containsExactly("first", "second");
    }

    @Test
    void tasks_that_follow_at_once_wait_for_each_other_but_no_longer_than_the_pause() {
        execute("first");
        execute("second");
        time.step(PAUSE.toNanos() - 1);
        execute("third");
        assertThat(done).containsExactly("first");

        time.step(1);

        assertThat(done).containsExactly("first", "second", "third");
    }

    @Test
    void nothing_overtakes_what_waits() {
        execute("first");
        execute("second");
        time.step(PAUSE.toNanos());
        execute("third");
        assertThat(done).containsExactly("first", "second");

        time.step(PAUSE.toNanos());

        assertThat(done).containsExactly("first", "second", "third");
    }

    @Test
    void what_waits_leaves_when_it_is_closed_and_what_comes_later_at_once() {
        execute("first");
        execute("second");

        executor.close();
        execute("third");

        assertThat(done).containsExactly("first", "second", "third");
    }

    private void execute(String name) {
        executor.execute(() -> done.add(name));
    }
}
