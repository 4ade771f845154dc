package io.tapgateway.simulation.model;

import io.tapgateway.simulation.world.Dice;
import java.util.function.Consumer;

/**
 * What one actor does of its own accord, deed by deed, each with dice of its own: leaving out one leaves all others as they
 * were. Confined to one simulation.
 */
final class Agenda {
    private final Town town;
    private final String actor;
    private final Dice timing;
    private final long pace;
    private int deeds;

    /** @param pace milliseconds between two deeds, at most */
    Agenda(Town town, String actor, long pace) {
        this.town = town;
        this.actor = actor;
        this.timing = town.dice().fork(actor);
        this.pace = pace;
    }

    /** Does the next deed, unless it is left out. */
    void next(Consumer<Dice> deed) {
        String name = actor + "." + ++deeds;
        if (town.plan().keeps(name)) {
            town.noteDeed(name);
            deed.accept(town.dice().fork(name));
        }
    }

    /** Does something after a pause, and again and again, until nobody begins anything new. */
    void begin(Consumer<Dice> deed) {
        town.scheduler().after(timing.duration(pace), () -> {
            if (!town.isCalm()) {
                next(deed);
                begin(deed);
            }
        });
    }
}
