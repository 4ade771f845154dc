package io.tapgateway.simulation.model;

import io.tapgateway.simulation.world.RandomSource;
import io.tapgateway.simulation.world.SimulatedUser;

/** The user, now and then, makes it easier or harder to come in by a code. Confined to one simulation. */
final class PairingOperator {
    private final SimulatedUser user;
    private final ActionSchedule schedule;

    /** @param pace milliseconds between two actions, at most */
    PairingOperator(Environment environment, long pace) {
        this.user = environment.gateway().user();
        this.schedule = new ActionSchedule(environment, "doorkeeper", pace);
    }

    void begin() {
        schedule.begin(this::act);
    }

    private void act(RandomSource random) {
        switch (random.between(0, 9)) {
            case 0, 1, 2 -> user.unlock();
            case 3 -> user.cancel();
            default -> user.openWindow();
        }
    }
}
