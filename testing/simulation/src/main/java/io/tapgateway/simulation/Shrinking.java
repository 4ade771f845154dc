package io.tapgateway.simulation;

import io.tapgateway.simulation.world.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Makes a failing scenario as short as it can be: leaves out actions for as long as what is left fails in the same way.
 * Confined to one thread.
 */
final class Shrinking {
    private static final int MOST_RUNS = 400;

    private final Function<Plan, Optional<SimulationFailure>> run;
    private SimulationFailure shortest;
    private int runs;

    private Shrinking(SimulationFailure failure, Function<Plan, Optional<SimulationFailure>> run) {
        this.shortest = failure;
        this.run = run;
    }

    /**
     * The shortest failure that was found.
     *
     * @param run runs a scenario and says how it failed
     */
    static SimulationFailure shrink(SimulationFailure failure, Function<Plan, Optional<SimulationFailure>> run) {
        Shrinking shrinking = new Shrinking(failure, run);
        shrinking.shrink();
        return shrinking.shortest;
    }

    /** First large parts, then smaller ones, then single actions, until no single one can be left out. */
    private void shrink() {
        int part = Math.max(1, actions().size() / 2);
        while (runs < MOST_RUNS) {
            boolean shorter = leaveOutParts(part);
            if (!shorter && part == 1) {
                return;
            }
            part = shorter ? Math.min(part, Math.max(1, actions().size() / 2)) : part / 2;
        }
    }

    private boolean leaveOutParts(int size) {
        boolean shorter = false;
        for (int end = actions().size();
                end > 0 && runs < MOST_RUNS;
                end = Math.min(end - size, actions().size())) {
            List<String> fewer = new ArrayList<>(actions());
            fewer.subList(Math.max(0, end - size), end).clear();
            shorter |= fails(fewer);
        }
        return shorter;
    }

    private boolean fails(List<String> actions) {
        runs++;
        Plan before = shortest.plan();
        Optional<SimulationFailure> failure = run.apply(
                        before.keeping(actions, before.end().orElse(Long.MAX_VALUE)))
                .filter(it -> it.invariant().equals(shortest.invariant()));
        failure.ifPresent(it -> shortest = it);
        return failure.isPresent();
    }

    private List<String> actions() {
        return List.copyOf(shortest.plan().kept().orElseThrow());
    }
}
