package io.tapgateway.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.testkit.simulation.world.Mutation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * The real core keeps every invariant, whatever happens to it.
 *
 * <p>{@code -Dtapgateway.seed=N} runs one scenario, {@code -Dtapgateway.seeds=N} another number of them.
 */
class SimulationTest {
    private static final int QUICK = 2_000;
    private static final int THOROUGH = 20_000;

    /** How often each invariant must have had something to judge for a green run to mean anything. */
    private static final long LEAST_REACH = 1_000;

    private static final int THREADS = 2;

    @Test
    void every_invariant_holds_in_every_scenario_and_is_put_to_the_test() throws Exception {
        Map<String, Long> reach = new TreeMap<>();
        long[] seeds = seeds().toArray();

        for (Simulation.Result result : runAll(seeds)) {
            result.reach().forEach((number, count) -> reach.merge(number, count, Long::sum));
        }

        long least = seeds.length < QUICK ? 0 : LEAST_REACH;
        assertThat(reach)
                .isNotEmpty()
                .allSatisfy((number, count) -> assertThat(count)
                        .as("how often %s had something to judge", number)
                        .isGreaterThanOrEqualTo(least));
    }

    @Test
    void I60_the_same_seed_gives_the_same_run_event_by_event() {
        boolean one = Long.getLong("tapgateway.seed") != null;
        seeds().filter(seed -> one || seed % 100 == 0).forEach(seed -> {
            String first = Simulation.runHashed(seed, Mutation.NONE).hash();
            String second = Simulation.runHashed(seed, Mutation.NONE).hash();

            assertThat(second).as("the trace of seed %d", seed).isNotEmpty().isEqualTo(first);
        });
    }

    private static LongStream seeds() {
        Long one = Long.getLong("tapgateway.seed");
        boolean quick = System.getProperty("tapgateway.depth", "quick").equals("quick");
        int count = Integer.getInteger("tapgateway.seeds", quick ? QUICK : THOROUGH);
        return one == null ? LongStream.rangeClosed(1, count) : LongStream.of(one);
    }

    private static List<Simulation.Result> runAll(long[] seeds) throws InterruptedException {
        ExecutorService executor = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<Simulation.Result>> running = new ArrayList<>();
            for (long seed : seeds) {
                running.add(executor.submit(() -> Simulation.run(seed)));
            }
            List<Simulation.Result> results = new ArrayList<>();
            for (Future<Simulation.Result> run : running) {
                results.add(get(run));
            }
            return results;
        } finally {
            executor.shutdownNow();
        }
    }

    private static Simulation.Result get(Future<Simulation.Result> run) throws InterruptedException {
        try {
            return run.get();
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause().getMessage(), e.getCause());
        }
    }
}
