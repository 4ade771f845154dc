package io.tapgateway.simulation;

import io.tapgateway.simulation.invariant.InvariantViolation;
import io.tapgateway.simulation.world.InvariantChecker;
import io.tapgateway.simulation.world.Plan;
import java.util.Optional;

/** A simulation went wrong: all that is needed to understand it, and one line that shows it again. Immutable. */
public final class SimulationFailure extends AssertionError {
    private static final long serialVersionUID = 1L;

    private final String number;

    @SuppressWarnings("serial") // an immutable value that nobody serializes
    private final Plan plan;

    SimulationFailure(Plan plan, InvariantChecker checker, Throwable cause) {
        super(
                cause + "\nin seed " + plan.seed() + " at step " + checker.steps() + ", after" + checker.recent()
                        + "\nTo see it again: mvn -pl :gateway-simulation -am test -Dtest=SimulationTest"
                        + " -Dsurefire.failIfNoSpecifiedTests=false -Dtapgateway.seed=" + plan,
                cause);
        this.number = cause instanceof InvariantViolation violation ? violation.number() : "";
        this.plan = plan;
    }

    /** The invariant that does not hold; empty if something else went wrong. */
    public Optional<String> invariant() {
        return Optional.of(number).filter(it -> !it.isEmpty());
    }

    /** The scenario, with the actions that were done up to the failure. */
    public Plan plan() {
        return plan;
    }
}
