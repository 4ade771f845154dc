package io.tapgateway.simulation.model;

import io.tapgateway.simulation.world.Dice;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What a provider is like: what it does of its own accord, and how it treats what it is asked. Immutable. */
public enum Temper {
    /** Does what it should, soon. */
    WELL_BEHAVED(
            new Manners(0.97, 400, 1, 1),
            weighted(Deed.UPDATE_TOOLS, 6)
                    .and(Deed.UPDATE_RULES, 4)
                    .and(Deed.UPDATE_CONTEXT, 3)
                    .and(Deed.PUSH, 6)
                    .and(Deed.QUERY, 2)
                    .and(Deed.GET_READY, 3)
                    .and(Deed.REBIND, 3)
                    .and(Deed.LEAVE, 1)
                    .and(Deed.BE_LONG, 1)),
    /** Takes its time, forgets answers, and does not listen when it is told to stop. */
    LAZY(
            new Manners(0.6, 20_000, 0.3, 0.3),
            weighted(Deed.PUSH, 3)
                    .and(Deed.UPDATE_TOOLS, 2)
                    .and(Deed.REPEAT, 4)
                    .and(Deed.STALL, 2)
                    .and(Deed.BURST, 2)
                    .and(Deed.REBIND, 1)),
    /** Comes and goes. */
    CRASHING(
            new Manners(0.8, 2_000, 0.7, 0.5),
            weighted(Deed.DROP, 4)
                    .and(Deed.DIE, 2)
                    .and(Deed.LEAVE, 1)
                    .and(Deed.REBIND, 3)
                    .and(Deed.UPDATE_TOOLS, 2)
                    .and(Deed.UPDATE_RULES, 2)
                    .and(Deed.PUSH, 2)
                    .and(Deed.BURST, 2)
                    .and(Deed.REPLAY, 2)
                    .and(Deed.REPEAT, 2)),
    /** Tries everything. */
    HOSTILE(
            new Manners(0.7, 3_000, 0.5, 0.5),
            weighted(Deed.SPOIL, 12)
                    .and(Deed.OVERREACH, 14)
                    .and(Deed.TRESPASS, 14)
                    .and(Deed.REPLAY, 5)
                    .and(Deed.BE_LONG, 2)
                    .and(Deed.REBIND_OFTEN, 1)
                    .and(Deed.FORGE, 10)
                    .and(Deed.MEDDLE, 8)
                    .and(Deed.UPDATE_RULES, 6)
                    .and(Deed.REPEAT, 8)
                    .and(Deed.GARBLE, 32)
                    .and(Deed.ILLEGAL, 8)
                    .and(Deed.UNKNOWN, 8)
                    .and(Deed.UPDATE_TOOLS, 6)
                    .and(Deed.REBIND, 6)
                    .and(Deed.PUSH, 6)
                    .and(Deed.GET_READY, 2)
                    .and(Deed.QUERY, 2)
                    .and(Deed.DROP, 2)
                    .and(Deed.STORM, 1));

    /**
     * How it treats what it is asked.
     *
     * @param answers which share of calls
     * @param slowestAnswer in milliseconds
     * @param heedsCancel in which share of cases it answers when told to stop
     * @param heedsShutdown in which share of cases it cleans up in time
     */
    record Manners(double answers, long slowestAnswer, double heedsCancel, double heedsShutdown) {}

    @SuppressWarnings("ImmutableEnumChecker") // a record of numbers
    private final Manners manners;

    @SuppressWarnings("ImmutableEnumChecker") // unmodifiable, and never shared before
    private final List<Deed> deeds;

    Temper(Manners manners, Weighted deeds) {
        this.manners = manners;
        this.deeds = Collections.unmodifiableList(deeds.list);
    }

    Manners manners() {
        return manners;
    }

    Deed deed(Dice dice) {
        return dice.pick(deeds);
    }

    private static Weighted weighted(Deed deed, int weight) {
        return new Weighted().and(deed, weight);
    }

    private static final class Weighted {
        private final List<Deed> list = new ArrayList<>();

        Weighted and(Deed deed, int weight) {
            list.addAll(Collections.nCopies(weight, deed));
            return this;
        }
    }
}
