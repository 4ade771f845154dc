package io.tapgateway.agentserver.anywhere;

import java.util.Optional;

/**
 * How far a run of clients has come at the agent of a folder, which has one of them at a time. Immutable; {@link
 * FolderDesk} holds the present one. A place is left by its {@code to…} methods; those that it does not override throw,
 * but {@link #toOver}: turns of others end whenever they like.
 */
sealed interface RunPlace {
    /** A folder in which nothing has happened. */
    static Free begin() {
        return new Free();
    }

    /** The agent is to take it up. */
    default RunPlace toOffered(Run run) {
        throw refusal("toOffered");
    }

    /** The agent has, as that turn. */
    default RunPlace toTaken(long turn) {
        throw refusal("toTaken");
    }

    /** The agent has no time. */
    default RunPlace toBlocked() {
        throw refusal("toBlocked");
    }

    /** Nobody wants it any more. */
    default RunPlace toAbandoned() {
        throw refusal("toAbandoned");
    }

    /** A turn is over, or will not come, whoever wanted it. */
    default RunPlace toOver(long turn) {
        return this;
    }

    /** Whether another run could be offered. */
    default boolean isFree() {
        return false;
    }

    /** Whether a run has the place. */
    default boolean isTaken() {
        return true;
    }

    /** Whether that turn is to be stopped as soon as it begins. */
    default boolean abandons(long turn) {
        return false;
    }

    /** The run that the agent was offered, or has, if somebody still wants it. */
    default Optional<Run> run() {
        return Optional.empty();
    }

    /** The run that is that turn, if somebody still wants it. */
    default Optional<Run> run(long turn) {
        return Optional.empty();
    }

    private IllegalStateException refusal(String operation) {
        return new IllegalStateException(
                operation + ": the place is " + getClass().getSimpleName());
    }

    /** Nobody has it. */
    record Free() implements RunPlace {
        @Override
        public Offered toOffered(Run run) {
            return new Offered(run);
        }

        @Override
        public boolean isFree() {
            return true;
        }

        @Override
        public boolean isTaken() {
            return false;
        }
    }

    /** Somebody else talks to the agent: a run is offered again when that is over. */
    record Blocked() implements RunPlace {
        @Override
        public Free toOver(long turn) {
            return new Free();
        }

        @Override
        public boolean isTaken() {
            return false;
        }
    }

    /** The agent has yet to say whether it takes it up. */
    record Offered(Run offered) implements RunPlace {
        @Override
        public Taken toTaken(long turn) {
            return new Taken(turn, offered);
        }

        @Override
        public Blocked toBlocked() {
            return new Blocked();
        }

        @Override
        public Optional<Run> run() {
            return Optional.of(offered);
        }
    }

    /** The agent has it, and has begun with it or will. */
    record Taken(long turn, Run taken) implements RunPlace {
        @Override
        public Abandoned toAbandoned() {
            return new Abandoned(turn);
        }

        @Override
        public RunPlace toOver(long over) {
            return over == turn ? new Free() : this;
        }

        @Override
        public Optional<Run> run() {
            return Optional.of(taken);
        }

        @Override
        public Optional<Run> run(long asked) {
            return asked == turn ? run() : Optional.empty();
        }
    }

    /** The agent has it, has not begun with it, and nobody wants it any more: its client knows that it is done. */
    record Abandoned(long turn) implements RunPlace {
        @Override
        public RunPlace toOver(long over) {
            return over == turn ? new Free() : this;
        }

        @Override
        public boolean abandons(long begun) {
            return begun == turn;
        }
    }
}
