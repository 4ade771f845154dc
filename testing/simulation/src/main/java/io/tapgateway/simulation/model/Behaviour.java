package io.tapgateway.simulation.model;

import io.tapgateway.simulation.world.RandomSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What a provider is like: what it does of its own accord, and how it treats what it is asked. Immutable. */
public enum Behaviour {
    /** Does what it should, soon. */
    WELL_BEHAVED(
            new Manners(0.97, 400, 1, 1),
            weighted(ProviderAction.UPDATE_TOOLS, 6)
                    .and(ProviderAction.UPDATE_RULES, 4)
                    .and(ProviderAction.UPDATE_CONTEXT, 3)
                    .and(ProviderAction.PUSH, 6)
                    .and(ProviderAction.QUERY, 2)
                    .and(ProviderAction.GET_READY, 3)
                    .and(ProviderAction.REBIND, 3)
                    .and(ProviderAction.LEAVE, 1)
                    .and(ProviderAction.BE_LONG, 1)),
    /** Takes its time, forgets answers, and does not listen when it is told to stop. */
    LAZY(
            new Manners(0.6, 20_000, 0.3, 0.3),
            weighted(ProviderAction.PUSH, 3)
                    .and(ProviderAction.UPDATE_TOOLS, 2)
                    .and(ProviderAction.REPEAT, 4)
                    .and(ProviderAction.STALL, 2)
                    .and(ProviderAction.BURST, 2)
                    .and(ProviderAction.REBIND, 1)),
    /** Comes and goes. */
    CRASHING(
            new Manners(0.8, 2_000, 0.7, 0.5),
            weighted(ProviderAction.DROP, 4)
                    .and(ProviderAction.DIE, 2)
                    .and(ProviderAction.LEAVE, 1)
                    .and(ProviderAction.REBIND, 3)
                    .and(ProviderAction.UPDATE_TOOLS, 2)
                    .and(ProviderAction.UPDATE_RULES, 2)
                    .and(ProviderAction.PUSH, 2)
                    .and(ProviderAction.BURST, 2)
                    .and(ProviderAction.REPLAY, 2)
                    .and(ProviderAction.REPEAT, 2)),
    /** Tries everything. */
    HOSTILE(
            new Manners(0.7, 3_000, 0.5, 0.5),
            weighted(ProviderAction.SPOIL, 12)
                    .and(ProviderAction.OVERREACH, 14)
                    .and(ProviderAction.TRESPASS, 14)
                    .and(ProviderAction.REPLAY, 5)
                    .and(ProviderAction.BE_LONG, 2)
                    .and(ProviderAction.REBIND_OFTEN, 1)
                    .and(ProviderAction.FORGE, 10)
                    .and(ProviderAction.MEDDLE, 8)
                    .and(ProviderAction.UPDATE_RULES, 6)
                    .and(ProviderAction.REPEAT, 8)
                    .and(ProviderAction.GARBLE, 32)
                    .and(ProviderAction.ILLEGAL, 8)
                    .and(ProviderAction.UNKNOWN, 8)
                    .and(ProviderAction.UPDATE_TOOLS, 6)
                    .and(ProviderAction.REBIND, 6)
                    .and(ProviderAction.PUSH, 6)
                    .and(ProviderAction.GET_READY, 2)
                    .and(ProviderAction.QUERY, 2)
                    .and(ProviderAction.DROP, 2)
                    .and(ProviderAction.STORM, 1));

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
    private final List<ProviderAction> actions;

    Behaviour(Manners manners, Weighted actions) {
        this.manners = manners;
        this.actions = Collections.unmodifiableList(actions.list);
    }

    Manners manners() {
        return manners;
    }

    ProviderAction action(RandomSource random) {
        return random.pick(actions);
    }

    private static Weighted weighted(ProviderAction action, int weight) {
        return new Weighted().and(action, weight);
    }

    private static final class Weighted {
        private final List<ProviderAction> list = new ArrayList<>();

        Weighted and(ProviderAction action, int weight) {
            list.addAll(Collections.nCopies(weight, action));
            return this;
        }
    }
}
