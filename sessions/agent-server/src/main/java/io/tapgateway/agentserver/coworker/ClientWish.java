package io.tapgateway.agentserver.coworker;

import java.util.Optional;

/**
 * What a client has wanted that has yet to come: a turn that has not begun, or its files as they were. While there is
 * something, it can want no other (W-032, W-033, W-069). Immutable; {@link CoworkerSession} holds the present one. A
 * state is left by its {@code to…} methods; those that it does not override throw, but those whose cause comes at any
 * time: they change nothing.
 */
sealed interface ClientWish {
    /** A session that was just opened. */
    static Nothing begin() {
        return new Nothing();
    }

    /** The agent is to hear something. */
    default ClientWish toOffered(Echo echo) {
        throw refusal("toOffered");
    }

    /** The agent has taken it up, as that turn. */
    default ClientWish toTaken(long turn) {
        throw refusal("toTaken");
    }

    /** The agent has no time for it. */
    default ClientWish toRefused() {
        throw refusal("toRefused");
    }

    /** Files are to be taken back. */
    default ClientWish toRestoring() {
        throw refusal("toRestoring");
    }

    /** They are as they were, or cannot be; whoever wanted that. */
    default ClientWish toRestored() {
        return this;
    }

    /** The client has changed its mind before the turn has begun (W-042). */
    default ClientWish toCancelled() {
        return this;
    }

    /** That turn has begun, or never will. */
    default ClientWish toOver(long turn) {
        return this;
    }

    /** What runs is stopped, and nothing that waits behind it comes any more. */
    default ClientWish toDropped() {
        return this;
    }

    /** Whether there is something. */
    default boolean isSomething() {
        return true;
    }

    /** Whether the next turn that begins is to be stopped. */
    default boolean isCancelled() {
        return false;
    }

    /** What the client is told when that turn begins. */
    default Optional<Echo> echo(long turn) {
        return Optional.empty();
    }

    /**
     * What a client is told when its turn begins.
     *
     * @param text as it was said, or the command
     */
    record Echo(String text, Optional<String> clientMessageId) {}

    private IllegalStateException refusal(String operation) {
        return new IllegalStateException(
                operation + ": the wish is " + getClass().getSimpleName());
    }

    /** Nothing is. */
    record Nothing() implements ClientWish {
        @Override
        public Offered toOffered(Echo echo) {
            return new Offered(echo);
        }

        @Override
        public Restoring toRestoring() {
            return new Restoring();
        }

        @Override
        public boolean isSomething() {
            return false;
        }
    }

    /** The agent has yet to say whether it has time. */
    record Offered(Echo echo) implements ClientWish {
        @Override
        public Taken toTaken(long turn) {
            return new Taken(turn, echo);
        }

        @Override
        public Nothing toRefused() {
            return new Nothing();
        }
    }

    /** A turn that has yet to begin. */
    sealed interface Unbegun extends ClientWish {
        long turn();

        Echo echo();

        @Override
        default ClientWish toOver(long over) {
            return over == turn() ? new Nothing() : this;
        }

        @Override
        default Nothing toDropped() {
            return new Nothing();
        }

        @Override
        default Optional<Echo> echo(long asked) {
            return asked == turn() ? Optional.of(echo()) : Optional.empty();
        }
    }

    /** The agent takes it up as soon as it can. */
    record Taken(long turn, Echo echo) implements Unbegun {
        @Override
        public Cancelled toCancelled() {
            return new Cancelled(turn, echo);
        }
    }

    /** The agent has it, and is stopped as soon as it begins, so that the client hears of both. */
    record Cancelled(long turn, Echo echo) implements Unbegun {
        @Override
        public boolean isCancelled() {
            return true;
        }
    }

    /** While files are taken back, nothing begins. */
    record Restoring() implements ClientWish {
        @Override
        public Nothing toRestored() {
            return new Nothing();
        }
    }
}
