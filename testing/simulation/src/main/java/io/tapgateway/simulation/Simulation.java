package io.tapgateway.simulation;

import io.tapgateway.protocol.model.Limits;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.invariant.InvariantViolation;
import io.tapgateway.simulation.model.Actors;
import io.tapgateway.simulation.model.Environment;
import io.tapgateway.simulation.trace.ReferenceModel;
import io.tapgateway.simulation.world.InvariantChecker;
import io.tapgateway.simulation.world.Mutation;
import io.tapgateway.simulation.world.Plan;
import io.tapgateway.simulation.world.RandomSource;
import io.tapgateway.simulation.world.Scheduler;
import io.tapgateway.simulation.world.SimulatedGateway;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * One scenario, made from a seed, from the first connection to the quiet end. Confined to the thread that runs it.
 *
 * <p>For some hundred steps everybody does what they like; then nobody begins anything new, and the sessions or the
 * whole gateway come to an end, after which nothing must be left.
 */
public final class Simulation {
    private static final int LEAST_STEPS = 150;
    private static final int MOST_STEPS = 300;

    /** No scenario goes on for that long after all actors have stopped; one that does has lost its way. */
    private static final int TOO_MANY_STEPS = 20_000;

    private final Plan plan;
    private final Scheduler scheduler = new Scheduler();
    private final InvariantChecker checker;
    private final SimulatedGateway gateway;
    private final Environment environment;
    private final Actors actors;
    private long stoppedAt = Long.MAX_VALUE;

    private Simulation(Plan plan, Mutation mutation, List<Invariant> invariants, boolean hashing) {
        this.plan = plan;
        RandomSource random = new RandomSource(plan.seed());
        Limits limits = ScenarioLimits.limits(random.fork("limits"));
        this.checker = new InvariantChecker(new ReferenceModel(limits), invariants, hashing);
        this.gateway = new SimulatedGateway(scheduler, checker, mutation, limits, random);
        this.environment = new Environment(scheduler, gateway, plan);
        this.actors = new Actors(environment);
    }

    /**
     * What a run was like.
     *
     * @param reach how often each invariant had something to judge, by number, and by number and occasion
     * @param hash SHA-256 over everything that happened; empty text unless asked for
     */
    public record Result(long steps, Map<String, Long> reach, String hash) {}

    /**
     * Runs a scenario.
     *
     * @param steps after how many no actor begins anything new, unless the plan or its seed say so; 0 if they do
     * @throws SimulationFailure where an invariant does not hold: which, at which step, the last events, and how to see
     *     it again
     */
    public static Result run(Plan plan, int steps) {
        return new Simulation(plan, Mutation.NONE, Invariants.all(), false).run(steps);
    }

    /** Runs a scenario, and hashes everything that happens. */
    public static Result runHashed(Plan plan, Mutation mutation) {
        return new Simulation(plan, mutation, List.of(), true).run(0);
    }

    /**
     * Runs a scenario on a gateway that may be broken, with some invariants only.
     *
     * @throws SimulationFailure where one of them does not hold
     */
    public static Result run(Plan plan, Mutation mutation, List<Invariant> invariants) {
        return new Simulation(plan, mutation, invariants, false).run(0);
    }

    private Result run(int steps) {
        try {
            actors.begin(random -> scheduler.after(
                    random.duration(30_000), () -> gateway.jumpWall(Duration.ofHours(random.between(-48, 48)))));
            live(steps);
            wind();
            long most = checker.steps() + TOO_MANY_STEPS;
            while (checker.steps() < most && advance(Long.MAX_VALUE)) {}
            if (checker.steps() >= most) {
                throw new IllegalStateException("the scenario does not come to an end");
            }
            gateway.quiet();
        } catch (InvariantViolation | RuntimeException e) {
            long until = Math.min(stoppedAt, scheduler.now());
            throw new SimulationFailure(plan.keeping(environment.actions(), until), checker, e);
        }
        Map<String, Long> reach = new TreeMap<>();
        for (Invariant invariant : checker.invariants()) {
            reach.putAll(invariant.check().reach());
        }
        return new Result(checker.steps(), reach, checker.hash());
    }

    private void live(int steps) {
        if (plan.end().isPresent()) {
            while (advance(plan.end().getAsLong())) {}
            return;
        }
        int most = steps > 0 ? steps : environment.random().fork("length").between(LEAST_STEPS, MOST_STEPS);
        while (checker.steps() < most && advance(Long.MAX_VALUE)) {}
        // To the end of the moment, so that the moment says when this was.
        while (advance(scheduler.now())) {}
    }

    /** Does the next thing; false if there is none up to that time. */
    private boolean advance(long until) {
        long deadline = gateway.nextDeadline();
        long next = scheduler.next();
        if (Math.min(deadline, next) == Long.MAX_VALUE || Math.min(deadline, next) > until) {
            return false;
        }
        if (deadline <= next) {
            scheduler.moveTo(deadline);
            gateway.tick();
        } else {
            scheduler.runNext();
        }
        return true;
    }

    /** Nobody begins anything more; sessions, or the gateway as a whole, come to an end. */
    private void wind() {
        stoppedAt = scheduler.now();
        RandomSource random = environment.random().fork("end");
        environment.stopActions();
        int way = random.between(0, 2);
        if (way < 2) {
            scheduler.after(random.duration(1_000), () -> gateway.close(way == 0));
        } else {
            environment.hosts().forEach(host -> scheduler.after(random.duration(5_000), host::close));
        }
        actors.leave();
    }
}
