package io.tapgateway.agentserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

final class EffectQueueTest {
    private final Deque<Runnable> threads = new ArrayDeque<>();
    private final List<String> done = new ArrayList<>();
    private final EffectQueue<String> queue =
            new EffectQueue<>(threads::add, it -> it.startsWith("quick"), this::carryOut, () -> done.add("after"));

    private void carryOut(String effect) {
        if (effect.equals("bad")) {
            throw new IllegalArgumentException("on purpose");
        }
        done.add(effect);
    }

    private void runThreads() {
        while (!threads.isEmpty()) {
            threads.remove().run();
        }
    }

    @Test
    void what_is_quick_is_done_by_whoever_tells_it() {
        queue.tellHere(() -> List.of("quick 1", "quick 2"));

        assertThat(done).containsExactly("quick 1", "quick 2", "after");
        assertThat(threads).isEmpty();
    }

    @Test
    void what_is_not_quick_is_left_to_the_threads_with_all_that_comes_behind_it() {
        queue.tellHere(() -> List.of("quick 1", "slow", "quick 2"));
        queue.tellHere(() -> List.of("quick 3"));
        List<String> here = List.copyOf(done);

        runThreads();

        assertThat(here).containsExactly("quick 1", "after");
        assertThat(done).containsExactly("quick 1", "after", "slow", "quick 2", "after", "quick 3", "after");
    }

    @Test
    void nothing_is_done_here_while_something_waits_for_a_thread() {
        queue.tell(() -> List.of("told before"));
        queue.tellHere(() -> List.of("quick"));
        boolean early = !done.isEmpty();

        runThreads();

        assertThat(early).isFalse();
        assertThat(done).containsExactly("told before", "after", "quick", "after");
    }

    @Test
    void what_comes_while_something_is_done_here_goes_to_the_threads() {
        queue.tellHere(() -> {
            queue.tellHere(() -> List.of("quick, but later"));
            return List.of("quick");
        });
        List<String> here = List.copyOf(done);

        runThreads();

        assertThat(here).containsExactly("quick", "after");
        assertThat(done).containsExactly("quick", "after", "quick, but later", "after");
    }

    @Test
    void an_effect_that_fails_costs_nothing_that_is_told_later() {
        queue.tellHere(() -> List.of("bad"));
        queue.tellHere(() -> List.of("quick"));

        runThreads();

        assertThat(done).endsWith("quick", "after");
    }

    @Test
    void after_the_end_nothing_is_taken_up_but_what_was_left_is_done() {
        queue.tellHere(() -> List.of("slow"));
        queue.end(() -> done.add("end"));
        runThreads();

        queue.tellHere(() -> List.of("quick"));
        runThreads();

        assertThat(done).containsExactly("after", "slow", "after", "end", "after");
    }
}
