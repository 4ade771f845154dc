package io.tapgateway.provider.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HandlerPoolTest {
    private final HandlerPool pool = new HandlerPool("tap-provider-test");

    @AfterEach
    void closePool() {
        pool.close();
    }

    @Test
    void as_many_handlers_as_there_may_be_threads_run_at_once_and_the_others_wait() throws InterruptedException {
        CountDownLatch allAtOnce = new CountDownLatch(HandlerPool.MAX_THREADS);
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(HandlerPool.MAX_THREADS + 10);
        Set<String> threads = ConcurrentHashMap.newKeySet();

        for (int i = 0; i < HandlerPool.MAX_THREADS + 10; i++) {
            pool.execute(() -> {
                threads.add(Thread.currentThread().getName());
                allAtOnce.countDown();
                awaitQuietly(go);
                done.countDown();
            });
        }

        assertThat(allAtOnce.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(threads).hasSize(HandlerPool.MAX_THREADS);
        go.countDown();
        assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(threads).hasSize(HandlerPool.MAX_THREADS).allMatch(it -> it.startsWith("tap-provider-test-"));
    }

    @Test
    void a_closed_pool_finishes_what_it_has_and_takes_nothing_more() throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        pool.execute(done::countDown);

        pool.close();

        assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
        assertThatThrownBy(() -> pool.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
