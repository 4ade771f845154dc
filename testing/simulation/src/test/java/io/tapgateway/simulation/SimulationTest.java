package io.tapgateway.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.simulation.world.Mutation;
import io.tapgateway.simulation.world.Plan;
import io.tapgateway.testkit.Depth;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The real core keeps every invariant, whatever happens to it.
 *
 * <p>{@code -Dtapgateway.seed=N} runs one scenario, also a shortened one as a failure prints it; {@code
 * -Dtapgateway.seeds=N} runs another number of them, and {@code -Dtapgateway.steps=N} longer or shorter ones: after so
 * many steps nobody begins anything new, with 0 after as many as the seed decides.
 */
class SimulationTest {
    private static final int QUICK = 400;
    private static final int QUICK_STEPS = 500;

    private static final int THOROUGH = 3_000;
    private static final int RELEASE = 20_000;
    private static final int THOROUGH_STEPS = 2_000;

    /** How often each invariant must have had something to judge for a green run to mean anything. */
    private static final long LEAST_REACH = 300;

    private static final int THREADS = Runtime.getRuntime().availableProcessors();

    @Test
    void every_invariant_holds_in_every_scenario_and_is_put_to_the_test() throws Exception {
        List<Plan> plans = plans().toList();

        Map<String, Long> reach = runAll(plans);

        long least = plans.size() < QUICK ? 0 : LEAST_REACH;
        assertThat(reach)
                .isNotEmpty()
                .allSatisfy((number, count) -> assertThat(count)
                        .as("how often %s had something to judge", number)
                        .isGreaterThanOrEqualTo(least));
    }

    @Test
    void I60_the_same_seed_gives_the_same_run_event_by_event() {
        boolean one = asked().isPresent();
        plans().filter(plan -> one || plan.seed() % 100 == 0).forEach(plan -> {
            String first = Simulation.runHashed(plan, Mutation.NONE).hash();
            String second = Simulation.runHashed(plan, Mutation.NONE).hash();

            assertThat(second).as("the trace of seed %s", plan).isNotEmpty().isEqualTo(first);
        });
    }

    @Test
    void a_failure_is_shortened_to_a_line_that_shows_it_again() {
        Mutant mutant = CallMutants.all().get(0);
        SimulationFailure failure = LongStream.rangeClosed(1, QUICK)
                .mapToObj(seed -> failure(Plan.of(seed), mutant))
                .flatMap(Optional::stream)
                .findFirst()
                .orElseThrow();

        SimulationFailure shortest = Shrinking.shrink(failure, plan -> failure(plan, mutant));

        Plan printed = Plan.parse(shortest.plan().toString());
        assertThat(shortest.invariant()).contains(mutant.invariant());
        assertThat(actions(shortest)).hasSizeLessThan(actions(failure).size() / 4);
        assertThat(failure(printed, mutant))
                .hasValueSatisfying(again -> assertThat(again).hasMessage(shortest.getMessage()));
    }

    private static Set<String> actions(SimulationFailure failure) {
        return failure.plan().kept().orElseThrow();
    }

    private static Optional<SimulationFailure> failure(Plan plan, Mutant mutant) {
        try {
            Simulation.run(plan, mutant.mutation().get(), Invariants.all());
            return Optional.empty();
        } catch (SimulationFailure failure) {
            return Optional.of(failure);
        }
    }

    private static Optional<SimulationFailure> failure(Plan plan) {
        try {
            Simulation.run(plan, 0);
            return Optional.empty();
        } catch (SimulationFailure failure) {
            return Optional.of(failure);
        }
    }

    private static Optional<Plan> asked() {
        return Optional.ofNullable(System.getProperty("tapgateway.seed")).map(Plan::parse);
    }

    private static Stream<Plan> plans() {
        int count = Integer.getInteger("tapgateway.seeds", Depth.of(QUICK, THOROUGH, RELEASE));
        return asked().map(Stream::of)
                .orElseGet(() -> LongStream.rangeClosed(1, count).mapToObj(Plan::of));
    }

    private static Map<String, Long> runAll(List<Plan> plans) throws InterruptedException {
        int steps = Integer.getInteger("tapgateway.steps", Depth.of(QUICK_STEPS, THOROUGH_STEPS, THOROUGH_STEPS));
        ExecutorService executor = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<Simulation.Result>> running = new ArrayList<>();
            for (Plan plan : plans) {
                running.add(executor.submit(() -> Simulation.run(plan, steps)));
            }
            Map<String, Long> reach = new TreeMap<>();
            for (Future<Simulation.Result> run : running) {
                result(run).reach().forEach((number, count) -> reach.merge(number, count, Long::sum));
            }
            return reach;
        } finally {
            executor.shutdownNow();
        }
    }

    private static Simulation.Result result(Future<Simulation.Result> run) throws InterruptedException {
        try {
            return run.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SimulationFailure failure) {
                throw Shrinking.shrink(failure, SimulationTest::failure);
            }
            throw new AssertionError(e.getCause().getMessage(), e.getCause());
        }
    }
}
