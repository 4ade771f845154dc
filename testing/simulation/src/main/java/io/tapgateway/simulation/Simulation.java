package io.tapgateway.simulation;

import io.tapgateway.protocol.model.Limits;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.invariant.InvariantViolation;
import io.tapgateway.simulation.model.Population;
import io.tapgateway.simulation.model.Town;
import io.tapgateway.simulation.trace.Chronicle;
import io.tapgateway.simulation.world.Dice;
import io.tapgateway.simulation.world.Examiner;
import io.tapgateway.simulation.world.Mutation;
import io.tapgateway.simulation.world.Plan;
import io.tapgateway.simulation.world.Scheduler;
import io.tapgateway.simulation.world.SimulatedGateway;
import java.time.Duration;
import java.util.List;
import java.util.Map;
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

    /** No scenario goes on for that long after everybody has calmed down; one that does has lost its way. */
    private static final int TOO_MANY_STEPS = 20_000;

    private final Plan plan;
    private final Scheduler scheduler = new Scheduler();
    private final Examiner examiner;
    private final SimulatedGateway gateway;
    private final Town town;
    private final Population population;
    private long calmedAt = Long.MAX_VALUE;

    private Simulation(Plan plan, Mutation mutation, List<Invariant> invariants, boolean hashing) {
        this.plan = plan;
        Dice dice = new Dice(plan.seed());
        Limits limits = Rules.limits(dice.fork("limits"));
        this.examiner = new Examiner(new Chronicle(limits), invariants, hashing);
        this.gateway = new SimulatedGateway(scheduler, examiner, mutation, limits, dice);
        this.town = new Town(scheduler, gateway, plan);
        this.population = new Population(town);
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
     * @param steps after how many everybody calms down, unless the plan or its seed say so; 0 if they do
     * @throws SimulationFailure where an invariant does not hold: which, at which step, the last events, and how to see it again
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
            population.begin(dice -> scheduler.after(
                    dice.duration(30_000), () -> gateway.jumpWall(Duration.ofHours(dice.between(-48, 48)))));
            live(steps);
            wind();
            long most = examiner.steps() + TOO_MANY_STEPS;
            while (examiner.steps() < most && advance(Long.MAX_VALUE)) {}
            if (examiner.steps() >= most) {
                throw new IllegalStateException("the scenario does not come to an end");
            }
            gateway.quiet();
        } catch (InvariantViolation | RuntimeException e) {
            long until = Math.min(calmedAt, scheduler.now());
            throw new SimulationFailure(plan.keeping(town.deeds(), until), examiner, e);
        }
        Map<String, Long> reach = new TreeMap<>();
        for (Invariant invariant : examiner.invariants()) {
            reach.putAll(invariant.judge().reach());
        }
        return new Result(examiner.steps(), reach, examiner.hash());
    }

    private void live(int steps) {
        if (plan.end().isPresent()) {
            while (advance(plan.end().getAsLong())) {}
            return;
        }
        int most = steps > 0 ? steps : town.dice().fork("length").between(LEAST_STEPS, MOST_STEPS);
        while (examiner.steps() < most && advance(Long.MAX_VALUE)) {}
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
        calmedAt = scheduler.now();
        Dice dice = town.dice().fork("end");
        town.calmDown();
        int way = dice.between(0, 2);
        if (way < 2) {
            scheduler.after(dice.duration(1_000), () -> gateway.close(way == 0));
        } else {
            town.hosts().forEach(host -> scheduler.after(dice.duration(5_000), host::close));
        }
        population.leave();
    }
}
