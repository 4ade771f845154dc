package io.tapgateway.protocol.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Threads that bring work at the same moment, many times: none of it may be overlooked, and no two rounds may meet. */
class DrainRaceTest {
    private static final int THREADS = 4;
    private static final int RACES = Map.of("quick", 20_000, "thorough", 150_000, "release", 500_000)
            .get(System.getProperty("tapgateway.depth", "quick"));

    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    private final Drain drain = new Drain();
    private final Queue<Integer> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger inRound = new AtomicInteger();

    // Of whoever has the turn: plain on purpose, so that a turn that is not handed on properly shows.
    private int taken;
    private int meetings;

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    private void round() {
        take(Integer.MAX_VALUE);
    }

    private void take(int most) {
        meetings += inRound.getAndIncrement();
        for (int left = most; left > 0 && waiting.poll() != null; left--) {
            taken++;
        }
        inRound.decrementAndGet();
    }

    /** Has all threads do that at the same moment, so many times, and looks after each. */
    private void race(Runnable bringing, Runnable afterwards)
            throws InterruptedException, ExecutionException, TimeoutException {
        CyclicBarrier start = new CyclicBarrier(THREADS);
        CyclicBarrier end = new CyclicBarrier(THREADS, afterwards);
        List<Future<?>> racing = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            racing.add(threads.submit(() -> {
                for (int race = 0; race < RACES; race++) {
                    start.await();
                    bringing.run();
                    end.await();
                }
                return null;
            }));
        }
        for (Future<?> thread : racing) {
            thread.get(5, TimeUnit.MINUTES);
        }
    }

    private void expectNothingLeft() {
        assertThat(waiting).isEmpty();
        assertThat(meetings).isZero();
    }

    @Test
    void nothing_is_overlooked_and_no_two_rounds_meet() throws Exception {
        race(
                () -> {
                    waiting.add(1);
                    drain.run(this::round);
                },
                this::expectNothingLeft);

        assertThat(taken).isEqualTo(THREADS * RACES);
    }

    @Test
    void nothing_is_overlooked_when_rounds_fail() throws Exception {
        Runnable failing = () -> {
            round();
            if (ThreadLocalRandom.current().nextInt(4) == 0) {
                throw new IllegalStateException("a round failed");
            }
        };
        race(
                () -> {
                    waiting.add(1);
                    try {
                        drain.run(failing);
                    } catch (IllegalStateException failure) {
                        assertThat(failure).hasMessage("a round failed");
                    }
                },
                this::expectNothingLeft);

        assertThat(taken).isEqualTo(THREADS * RACES);
    }

    /** As a loop does that lets go before everything is done, and looks again. */
    @Test
    void nothing_is_overlooked_by_those_who_drop_their_turn_and_look_again() throws Exception {
        race(
                () -> {
                    if (waiting.isEmpty() && drain.take()) {
                        taken++;
                        drain.drop();
                    } else {
                        waiting.add(1);
                    }
                    while (!waiting.isEmpty() && drain.take()) {
                        take(1);
                        drain.drop();
                    }
                },
                this::expectNothingLeft);

        assertThat(taken).isEqualTo(THREADS * RACES);
    }
}
