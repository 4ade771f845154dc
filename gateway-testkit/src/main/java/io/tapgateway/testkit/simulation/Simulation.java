package io.tapgateway.testkit.simulation;

import io.tapgateway.protocol.model.Limits;
import io.tapgateway.testkit.simulation.invariant.Invariant;
import io.tapgateway.testkit.simulation.invariant.InvariantViolation;
import io.tapgateway.testkit.simulation.model.ModelHost;
import io.tapgateway.testkit.simulation.model.ModelProvider;
import io.tapgateway.testkit.simulation.model.Temper;
import io.tapgateway.testkit.simulation.model.Town;
import io.tapgateway.testkit.simulation.trace.Chronicle;
import io.tapgateway.testkit.simulation.world.Dice;
import io.tapgateway.testkit.simulation.world.Examiner;
import io.tapgateway.testkit.simulation.world.Mutation;
import io.tapgateway.testkit.simulation.world.Scheduler;
import io.tapgateway.testkit.simulation.world.SimulatedGateway;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One scenario, made from a seed, from the first connection to the quiet end. Confined to the thread that runs it.
 *
 * <p>For some hundred steps everybody does what they like; then nobody begins anything new, and the sessions or the whole
 * gateway come to an end, after which nothing must be left.
 */
public final class Simulation {
    private static final int LEAST_STEPS = 150;
    private static final int MOST_STEPS = 300;

    /** No scenario comes near this; one that does has lost its way. */
    private static final int TOO_MANY_STEPS = 20_000;

    private final long seed;
    private final Dice dice;
    private final Scheduler scheduler = new Scheduler();
    private final Examiner examiner;
    private final SimulatedGateway gateway;
    private final Town town;
    private final List<ModelProvider> providers = new ArrayList<>();

    private Simulation(long seed, Mutation mutation, List<Invariant> invariants, boolean hashing) {
        this.seed = seed;
        this.dice = new Dice(seed);
        Limits limits = Limits.standard();
        this.examiner = new Examiner(new Chronicle(limits), invariants, hashing);
        this.gateway = new SimulatedGateway(scheduler, examiner, mutation, limits, dice);
        this.town = new Town(scheduler, gateway, dice);
    }

    /**
     * What a run was like.
     *
     * @param reach how often each invariant had something to judge, by number
     * @param hash SHA-256 over everything that happened; empty text unless asked for
     */
    public record Result(long steps, Map<String, Long> reach, String hash) {}

    /**
     * Runs a seed.
     *
     * @throws AssertionError where an invariant does not hold: which, at which step, the last events, and how to see it again
     */
    public static Result run(long seed) {
        return new Simulation(seed, Mutation.NONE, Invariants.all(), false).run();
    }

    /** Runs a seed, and hashes everything that happens. */
    public static Result runHashed(long seed, Mutation mutation) {
        return new Simulation(seed, mutation, List.of(), true).run();
    }

    /**
     * Runs a seed on a gateway that may be broken, with some invariants only.
     *
     * @throws AssertionError where one of them does not hold
     */
    public static Result run(long seed, Mutation mutation, List<Invariant> invariants) {
        return new Simulation(seed, mutation, invariants, false).run();
    }

    private Result run() {
        try {
            populate();
            int steps = dice.between(LEAST_STEPS, MOST_STEPS);
            runUntil(steps);
            wind();
            runUntil(TOO_MANY_STEPS);
            if (examiner.steps() >= TOO_MANY_STEPS) {
                throw new IllegalStateException("the scenario does not come to an end");
            }
            gateway.quiet();
        } catch (InvariantViolation | RuntimeException e) {
            throw new SimulationFailure(seed, examiner, e);
        }
        Map<String, Long> reach = new TreeMap<>();
        for (Invariant invariant : examiner.invariants()) {
            reach.put(invariant.judge().number(), invariant.judge().reach());
        }
        return new Result(examiner.steps(), reach, examiner.hash());
    }

    private void populate() {
        int pace = dice.pick(List.of(300, 1_500, 4_000, 15_000));
        for (int i = 1; i <= dice.between(1, 3); i++) {
            ModelHost host = new ModelHost(town, "s" + i, pace);
            town.hosts().add(host);
            host.begin();
        }
        String discoveryToken = gateway.discoveryToken();
        int count = dice.between(2, 6);
        for (int i = 1; i <= count; i++) {
            ModelProvider provider = new ModelProvider(town, profile(i, pace), discoveryToken);
            providers.add(provider);
            provider.begin();
        }
        if (dice.chance(0.3)) {
            scheduler.after(dice.duration(30_000), () -> gateway.jumpWall(Duration.ofHours(dice.between(-48, 48))));
        }
    }

    private ModelProvider.Profile profile(int number, int pace) {
        boolean twin = number > 1 && dice.chance(0.2);
        Optional<String> instance = dice.chance(0.15) ? Optional.of("tab-" + number) : Optional.empty();
        return new ModelProvider.Profile(
                "p" + (twin ? number - 1 : number),
                instance,
                dice.pick(List.of(
                        ModelProvider.Entrance.SPAWNED,
                        ModelProvider.Entrance.SPAWNED,
                        ModelProvider.Entrance.DISCOVERED,
                        ModelProvider.Entrance.LOCAL)),
                dice.pick(List.of(
                        Temper.WELL_BEHAVED, Temper.WELL_BEHAVED, Temper.LAZY, Temper.CRASHING, Temper.HOSTILE)),
                dice.pick(town.hosts()),
                pace);
    }

    private void runUntil(int steps) {
        while (examiner.steps() < steps) {
            long deadline = gateway.nextDeadline();
            long next = scheduler.next();
            if (deadline == Long.MAX_VALUE && next == Long.MAX_VALUE) {
                return;
            }
            if (deadline <= next) {
                scheduler.moveTo(deadline);
                gateway.tick();
            } else {
                scheduler.runNext();
            }
        }
    }

    /** Nobody begins anything more; sessions, or the gateway as a whole, come to an end. */
    private void wind() {
        town.calmDown();
        int way = dice.between(0, 2);
        if (way < 2) {
            scheduler.after(dice.duration(1_000), () -> gateway.close(way == 0));
        } else {
            town.hosts().forEach(host -> scheduler.after(dice.duration(5_000), host::close));
        }
        providers.forEach(provider -> scheduler.after(20_000_000_000L + dice.duration(20_000), provider::leave));
    }
}
