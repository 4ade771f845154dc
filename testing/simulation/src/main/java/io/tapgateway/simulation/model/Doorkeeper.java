package io.tapgateway.simulation.model;

import io.tapgateway.simulation.world.Dice;
import io.tapgateway.simulation.world.SimulatedUser;

/** The user, now and then, makes it easier or harder to come in by a code. Confined to one simulation. */
final class Doorkeeper {
    private final SimulatedUser user;
    private final Agenda agenda;

    /** @param pace milliseconds between two deeds, at most */
    Doorkeeper(Town town, long pace) {
        this.user = town.gateway().user();
        this.agenda = new Agenda(town, "doorkeeper", pace);
    }

    void begin() {
        agenda.begin(this::act);
    }

    private void act(Dice dice) {
        switch (dice.between(0, 9)) {
            case 0, 1, 2 -> user.unlock();
            case 3 -> user.cancel();
            default -> user.openWindow();
        }
    }
}
