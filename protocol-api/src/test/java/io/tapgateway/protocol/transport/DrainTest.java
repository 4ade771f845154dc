package io.tapgateway.protocol.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class DrainTest {
    private final Drain drain = new Drain();
    private final List<String> done = new ArrayList<>();

    @Test
    void work_is_done_on_the_thread_that_brings_it_before_run_returns() {
        Thread caller = Thread.currentThread();

        drain.run(() -> done.add(Thread.currentThread() == caller ? "here" : "elsewhere"));

        assertThat(done).containsExactly("here");
    }

    @Test
    void work_that_leads_to_work_is_done_in_a_round_of_its_own_afterwards() {
        Deque<String> waiting = new ArrayDeque<>(List.of("a"));
        Runnable round = new Runnable() {
            @Override
            public void run() {
                String next = waiting.remove();
                done.add("begin " + next);
                if (next.equals("a")) {
                    waiting.add("b");
                    drain.run(this);
                }
                done.add("end " + next);
            }
        };

        drain.run(round);

        assertThat(done).containsExactly("begin a", "end a", "begin b", "end b");
    }

    @Test
    void many_who_ask_during_a_round_share_the_next_one() {
        drain.run(() -> {
            done.add("round");
            if (done.size() == 1) {
                assertThat(drain.ask()).isFalse();
                assertThat(drain.ask()).isFalse();
                assertThat(drain.take()).isFalse();
            }
        });

        assertThat(done).containsExactly("round", "round");
    }

    @Test
    void a_failure_is_thrown_when_everything_that_was_asked_for_is_done() {
        Runnable round = () -> {
            done.add("round");
            if (done.size() < 3) {
                drain.ask();
                throw new IllegalStateException("failure " + done.size());
            }
        };

        assertThatThrownBy(() -> drain.run(round)).hasMessage("failure 1");
        assertThat(done).hasSize(3);
        assertThat(drain.take()).isTrue();
    }

    @Test
    void an_error_is_thrown_as_it_is_and_leaves_the_turn_free() {
        Error failure = new StackOverflowError("deep");

        assertThatThrownBy(() -> drain.run(() -> {
                    throw failure;
                }))
                .isSameAs(failure);
        assertThat(drain.ask()).isTrue();
    }

    @Test
    void whoever_has_taken_the_turn_does_the_work_that_others_ask_for() {
        assertThat(drain.take()).isTrue();
        drain.run(() -> done.add("by another"));

        drain.goOn(() -> done.add("round"));

        assertThat(done).containsExactly("round");
    }

    @Test
    void a_turn_that_is_dropped_forgets_what_was_asked_for() {
        assertThat(drain.take()).isTrue();
        assertThat(drain.ask()).isFalse();

        drain.drop();

        drain.run(() -> done.add("round"));
        assertThat(done).containsExactly("round");
    }

    @Test
    void a_turn_is_left_unless_a_round_was_asked_for_meanwhile() {
        boolean taken = drain.take();
        boolean asked = drain.ask();
        boolean leftTooEarly = drain.leave();
        drain.goOn(() -> done.add("round"));
        boolean takenAgain = drain.take();
        boolean left = drain.leave();

        assertThat(List.of(taken, takenAgain, left)).containsOnly(true);
        assertThat(List.of(asked, leftTooEarly)).containsOnly(false);
        assertThat(done).containsExactly("round");
        assertThat(drain.take()).isTrue();
    }
}
