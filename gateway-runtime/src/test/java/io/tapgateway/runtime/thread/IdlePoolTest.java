package io.tapgateway.runtime.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class IdlePoolTest {
    private static final int THREADS = 64;
    private static final int PATIENCE_SECONDS = 60;

    @Test
    void tasks_that_come_one_after_the_other_share_few_threads() throws InterruptedException {
        try (IdlePool pool = IdlePool.ofCallbacks("test", THREADS)) {
            for (int i = 0; i < 20 * THREADS; i++) {
                CountDownLatch done = new CountDownLatch(1);
                pool.execute(done::countDown);
                await(done);
            }

            // A thread that has only just done its task may not be waiting for the next one yet.
            assertThat(pool.size()).isBetween(1, THREADS / 2);
        }
    }

    @Test
    void D230_as_many_tasks_as_there_may_be_threads_may_block_and_the_others_wait() throws InterruptedException {
        try (IdlePool pool = IdlePool.ofCallbacks("test", THREADS)) {
            CountDownLatch allAtOnce = new CountDownLatch(THREADS);
            CountDownLatch go = new CountDownLatch(1);
            CountDownLatch done = new CountDownLatch(THREADS + 10);
            Set<Thread> threads = ConcurrentHashMap.newKeySet();

            for (int i = 0; i < THREADS + 10; i++) {
                pool.execute(() -> {
                    threads.add(Thread.currentThread());
                    allAtOnce.countDown();
                    awaitQuietly(go);
                    done.countDown();
                });
            }

            await(allAtOnce);
            go.countDown();
            await(done);
            assertThat(threads).hasSize(THREADS).allMatch(Thread::isDaemon);
        }
    }

    @Test
    void one_thread_keeps_the_order() throws InterruptedException {
        try (IdlePool pool = IdlePool.ofErrands("test", 1)) {
            List<Integer> order = new ArrayList<>();
            CountDownLatch done = new CountDownLatch(1_000);

            for (int i = 0; i < 1_000; i++) {
                int number = i;
                pool.execute(() -> {
                    order.add(number);
                    done.countDown();
                });
            }

            await(done);
            assertThat(order).isEqualTo(IntStream.range(0, 1_000).boxed().toList());
        }
    }

    @Test
    void after_the_end_whoever_brings_a_callback_runs_it() {
        IdlePool pool = IdlePool.ofCallbacks("test", 1);
        pool.close();
        List<Thread> ran = new ArrayList<>();

        pool.execute(() -> ran.add(Thread.currentThread()));

        assertThat(ran).containsExactly(Thread.currentThread());
    }

    @Test
    void after_the_end_an_errand_is_dropped() {
        IdlePool pool = IdlePool.ofErrands("test", 1);
        pool.close();
        List<Thread> ran = new ArrayList<>();

        pool.execute(() -> ran.add(Thread.currentThread()));

        assertThat(ran).isEmpty();
    }

    @Test
    void no_callback_is_lost_or_done_twice_while_the_pool_ends() throws Exception {
        for (int round = 0; round < 500; round++) {
            IdlePool pool = IdlePool.ofCallbacks("test", 2);
            int tasks = 20;
            AtomicInteger ran = new AtomicInteger();
            CountDownLatch done = new CountDownLatch(tasks);
            CyclicBarrier begin = new CyclicBarrier(2);
            Thread closer = new Thread(() -> {
                awaitQuietly(begin);
                pool.close();
            });
            closer.start();

            awaitQuietly(begin);
            for (int i = 0; i < tasks; i++) {
                pool.execute(() -> {
                    ran.incrementAndGet();
                    done.countDown();
                });
            }

            await(done);
            closer.join();
            assertThat(ran).hasValue(tasks);
        }
    }

    private static void await(CountDownLatch latch) throws InterruptedException {
        assertThat(latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void awaitQuietly(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
