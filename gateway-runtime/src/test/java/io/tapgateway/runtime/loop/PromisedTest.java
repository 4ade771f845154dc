package io.tapgateway.runtime.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PromisedTest {
    private static final String ANSWER = "42";

    private final Promised<String> promised = new Promised<>(Runnable::run, () -> {}, ANSWER);

    @Test
    void who_only_waits_is_handed_the_answer() throws Exception {
        FutureTask<String> waits = parked(promised::join);

        assertThat(promised.handOver()).isTrue();

        assertThat(waits.get()).isEqualTo(ANSWER);
        assertThat(promised).isCompletedWithValue(ANSWER);
    }

    @Test
    void the_same_for_who_waits_and_may_be_interrupted() throws Exception {
        FutureTask<String> waits = parked(promised::get);

        assertThat(promised.handOver()).isTrue();

        assertThat(waits.get()).isEqualTo(ANSWER);
    }

    @Test
    void D230_who_waits_for_a_while_does_first_what_has_to_be_done() throws Exception {
        AtomicReference<Promised<String>> waited = new AtomicReference<>();
        waited.set(new Promised<>(Runnable::run, () -> waited.get().run(), ANSWER));

        assertThat(waited.get().get(1, TimeUnit.MILLISECONDS)).isEqualTo(ANSWER);
    }

    @Test
    void D230_an_answer_that_code_hangs_on_is_not_handed_over() throws Exception {
        AtomicReference<Thread> ranOn = new AtomicReference<>();
        var unused = promised.thenAccept(answer -> ranOn.set(Thread.currentThread()));
        FutureTask<String> waits = parked(promised::join);

        assertThat(promised.handOver()).isFalse();
        assertThat(ranOn).hasValue(null);

        promised.complete(ANSWER);
        assertThat(waits.get()).isEqualTo(ANSWER);
        assertThat(ranOn).hasValue(Thread.currentThread());
    }

    @Test
    void D230_the_same_when_it_hangs_on_it_by_way_of_another_stage() throws Exception {
        var unused = CompletableFuture.allOf(promised, new CompletableFuture<>());
        FutureTask<String> waits = parked(promised::join);

        assertThat(promised.handOver()).isFalse();

        promised.complete(ANSWER);
        assertThat(waits.get()).isEqualTo(ANSWER);
    }

    @Test
    void T58_it_is_told_that_an_answer_is_delivered_when_dependent_code_has_seen_it() {
        List<String> order = new ArrayList<>();
        Delivery delivery = new Delivery(() -> order.add("delivered"));
        promised.deliver(delivery.await());
        var unused = promised.thenAccept(order::add);

        delivery.run();
        assertThat(order).isEmpty();
        promised.run();

        assertThat(order).containsExactly(ANSWER, "delivered");
    }

    @Test
    void T58_the_same_for_an_answer_that_is_handed_over() throws Exception {
        CompletableFuture<String> delivered = new CompletableFuture<>();
        promised.deliver(() -> delivered.complete(ANSWER));
        FutureTask<String> waits = parked(promised::join);

        assertThat(promised.handOver()).isTrue();

        assertThat(waits.get()).isEqualTo(ANSWER);
        assertThat(delivered.get()).isEqualTo(ANSWER);
    }

    @Test
    void an_answer_that_nobody_waits_for_is_not_handed_over() {
        assertThat(promised.handOver()).isFalse();
        assertThat(promised).isNotDone();
    }

    @Test
    void of_several_who_wait_all_get_the_answer() throws Exception {
        List<FutureTask<String>> waiting =
                List.of(parked(promised::join), parked(promised::get), parked(promised::join));

        if (!promised.handOver()) {
            promised.complete(ANSWER);
        }

        for (FutureTask<String> waits : waiting) {
            assertThat(waits.get()).isEqualTo(ANSWER);
        }
    }

    @Test
    void who_is_interrupted_while_it_waits_in_get_leaves_and_the_answer_comes_all_the_same() throws Exception {
        AtomicReference<Thread> thread = new AtomicReference<>();
        FutureTask<String> waits = parked(() -> {
            thread.set(Thread.currentThread());
            return promised.get();
        });

        thread.get().interrupt();

        assertThatThrownBy(waits::get)
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(InterruptedException.class);
        assertThat(promised.handOver()).isFalse();
        promised.complete(ANSWER);
        assertThat(promised.join()).isEqualTo(ANSWER);
    }

    @Test
    void who_is_interrupted_while_it_waits_in_join_waits_on_and_finds_itself_interrupted_afterwards() throws Exception {
        AtomicReference<Thread> thread = new AtomicReference<>();
        AtomicReference<Boolean> interrupted = new AtomicReference<>();
        FutureTask<String> waits = parked(() -> {
            thread.set(Thread.currentThread());
            String answer = promised.join();
            interrupted.set(Thread.interrupted());
            return answer;
        });

        thread.get().interrupt();
        if (!promised.handOver()) {
            promised.complete(ANSWER);
        }

        assertThat(waits.get()).isEqualTo(ANSWER);
        assertThat(interrupted).hasValue(true);
    }

    @Test
    void who_waits_is_woken_by_a_timeout_of_its_own() {
        assertThatThrownBy(() -> promised.orTimeout(1, TimeUnit.MILLISECONDS).join())
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(TimeoutException.class);
    }

    @Test
    void nobody_misses_an_answer_that_comes_just_as_it_begins_to_wait_or_hangs_code_on_it() throws Exception {
        for (int round = 0; round < 1_000; round++) {
            Promised<String> racing = new Promised<>(Runnable::run, () -> {}, ANSWER);
            CompletableFuture<String> told = new CompletableFuture<>();
            FutureTask<String> waits = started(racing::join);
            FutureTask<Boolean> hangs = started(() -> {
                var unused = racing.thenAccept(told::complete);
                return true;
            });

            if (!racing.handOver()) {
                racing.complete(ANSWER);
            }

            assertThat(waits.get()).isEqualTo(ANSWER);
            assertThat(hangs.get()).isTrue();
            assertThat(told.get()).isEqualTo(ANSWER);
        }
    }

    private static <T> FutureTask<T> started(Callable<T> work) {
        FutureTask<T> task = new FutureTask<>(work);
        new Thread(task).start();
        return task;
    }

    /** Begins to wait on a thread of its own, and returns when that thread waits. */
    private static FutureTask<String> parked(Callable<String> work) {
        FutureTask<String> task = new FutureTask<>(work);
        Thread thread = new Thread(task);
        thread.start();
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        return task;
    }
}
