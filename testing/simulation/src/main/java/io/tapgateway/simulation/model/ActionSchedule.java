package io.tapgateway.simulation.model;

import io.tapgateway.simulation.world.RandomSource;
import java.util.function.Consumer;

/**
 * What one actor does of its own accord, action by action, each with dice of its own: leaving out one leaves all others
 * as they were. Confined to one simulation.
 */
final class ActionSchedule {
    private final Environment environment;
    private final String actor;
    private final RandomSource timing;
    private final long pace;
    private int actions;

    /** @param pace milliseconds between two actions, at most */
    ActionSchedule(Environment environment, String actor, long pace) {
        this.environment = environment;
        this.actor = actor;
        this.timing = environment.random().fork(actor);
        this.pace = pace;
    }

    /** Does the next action, unless it is left out. */
    void next(Consumer<RandomSource> action) {
        String name = actor + "." + ++actions;
        if (environment.plan().keeps(name)) {
            environment.noteDeed(name);
            action.accept(environment.random().fork(name));
        }
    }

    /** Does something after a pause, and again and again, until nobody begins anything new. */
    void begin(Consumer<RandomSource> action) {
        environment.scheduler().after(timing.duration(pace), () -> {
            if (!environment.isCalm()) {
                next(action);
                begin(action);
            }
        });
    }
}
