package io.tapgateway.zot;

import java.util.Optional;

/**
 * How far the life of an extension has come, over all of its programs. Immutable; {@link Extension} holds the present
 * state. A state is left by its {@code to…} methods; those that it does not override throw.
 */
sealed interface ExtensionLife {
    /** An extension that has not begun. */
    static Unbegun begin() {
        return new Unbegun();
    }

    /** Its program is being started. */
    default ExtensionLife toSpawning() {
        throw refusal("toSpawning");
    }

    /** Its program is there. */
    default ExtensionLife toStarted(ExtensionRun run) {
        throw refusal("toStarted");
    }

    /** Its program has registered. */
    default ExtensionLife toRegistered() {
        throw refusal("toRegistered");
    }

    /** Its session has it. */
    default ExtensionLife toReady() {
        throw refusal("toReady");
    }

    /** Its program cannot go on, and is ended. */
    default ExtensionLife toFailing(String reason) {
        throw refusal("toFailing");
    }

    /** Its program is started again in a while. */
    default ExtensionLife toWaiting() {
        throw refusal("toWaiting");
    }

    /** No program of it is started again. */
    default ExtensionLife toOver(ExtensionView.State how) {
        throw refusal("toOver");
    }

    /** It is to end for good. */
    default ExtensionLife toStopped(ExtensionView.State how) {
        throw refusal("toStopped");
    }

    /** Nothing of it is there any more. */
    default ExtensionLife toGone() {
        throw refusal("toGone");
    }

    /** What people see of it (Z-038). */
    ExtensionView.State shown();

    /** Its program, as long as that has not ended. */
    default Optional<ExtensionRun> program() {
        return Optional.empty();
    }

    /** Whether a program of it has been ready. */
    default boolean hasBeenReady() {
        return false;
    }

    /** Whether it may still become ready for the first time. */
    default boolean isUndecided() {
        return false;
    }

    /** Whether its program has yet to register. */
    default boolean isStarting() {
        return false;
    }

    /** Whether its program waits for its place among others that were loaded with it. */
    default boolean isRegistered() {
        return false;
    }

    /** Why its program is ended, if it is not by somebody's wish. */
    default Optional<String> failure() {
        return Optional.empty();
    }

    /** Whether it is to end for good, or has. */
    default boolean isStopped() {
        return false;
    }

    /** Whether nothing of it is there any more. */
    default boolean isGone() {
        return false;
    }

    /** Whether no program of it is going to run any more. */
    default boolean isOver() {
        return isStopped();
    }

    private IllegalStateException refusal(String operation) {
        return new IllegalStateException(
                operation + ": the extension is " + getClass().getSimpleName());
    }

    /** Has not begun. */
    record Unbegun() implements ExtensionLife {
        @Override
        public Spawning toSpawning() {
            return new Spawning(false);
        }

        @Override
        public Gone toStopped(ExtensionView.State how) {
            return new Gone(how);
        }

        @Override
        public ExtensionView.State shown() {
            return ExtensionView.State.WAITING;
        }
    }

    /**
     * Its program is being started.
     *
     * @param hasBeenReady whether one of it has been ready before
     */
    record Spawning(boolean hasBeenReady) implements ExtensionLife {
        @Override
        public Starting toStarted(ExtensionRun run) {
            return new Starting(run, hasBeenReady);
        }

        @Override
        public Waiting toWaiting() {
            return new Waiting();
        }

        @Override
        public Over toOver(ExtensionView.State how) {
            return new Over(how);
        }

        @Override
        public Aborting toStopped(ExtensionView.State how) {
            return new Aborting(how);
        }

        @Override
        public ExtensionView.State shown() {
            return ExtensionView.State.STARTING;
        }

        @Override
        public boolean isUndecided() {
            return !hasBeenReady;
        }
    }

    /** A program of it is there. */
    sealed interface Running extends ExtensionLife {
        ExtensionRun run();

        @Override
        default Optional<ExtensionRun> program() {
            return Optional.of(run());
        }

        @Override
        default Waiting toWaiting() {
            return new Waiting();
        }

        @Override
        default Over toOver(ExtensionView.State how) {
            return new Over(how);
        }

        @Override
        default Leaving toStopped(ExtensionView.State how) {
            return new Leaving(run(), how);
        }
    }

    /** The program of it has not failed. */
    sealed interface Sound extends Running {
        @Override
        default Failing toFailing(String reason) {
            return new Failing(run(), shown(), hasBeenReady(), reason);
        }
    }

    /**
     * Its program has not registered yet.
     *
     * @param hasBeenReady whether one before it has been ready
     */
    record Starting(ExtensionRun run, boolean hasBeenReady) implements Sound {
        @Override
        public Registered toRegistered() {
            return new Registered(run);
        }

        @Override
        public ExtensionView.State shown() {
            return ExtensionView.State.STARTING;
        }

        @Override
        public boolean isUndecided() {
            return !hasBeenReady;
        }

        @Override
        public boolean isStarting() {
            return true;
        }
    }

    /** Its program has registered, and waits for its place among those that were loaded with it (Z-036). */
    record Registered(ExtensionRun run) implements Sound {
        @Override
        public Ready toReady() {
            return new Ready(run);
        }

        @Override
        public ExtensionView.State shown() {
            return ExtensionView.State.STARTING;
        }

        @Override
        public boolean hasBeenReady() {
            return true;
        }

        @Override
        public boolean isRegistered() {
            return true;
        }
    }

    /** Its session has it. */
    record Ready(ExtensionRun run) implements Sound {
        @Override
        public ExtensionView.State shown() {
            return ExtensionView.State.READY;
        }

        @Override
        public boolean hasBeenReady() {
            return true;
        }
    }

    /**
     * Its program cannot go on, and has yet to end.
     *
     * @param shown as before
     * @param hasBeenReady whether it has been ready, or one before it
     */
    record Failing(ExtensionRun run, ExtensionView.State shown, boolean hasBeenReady, String reason)
            implements Running {
        @Override
        public Optional<String> failure() {
            return Optional.of(reason);
        }
    }

    /** Its program has ended, and is started again after a pause. */
    record Waiting() implements ExtensionLife {
        @Override
        public Spawning toSpawning() {
            return new Spawning(true);
        }

        @Override
        public Gone toStopped(ExtensionView.State how) {
            return new Gone(how);
        }

        @Override
        public ExtensionView.State shown() {
            return ExtensionView.State.WAITING;
        }

        @Override
        public boolean hasBeenReady() {
            return true;
        }
    }

    /**
     * No program of it runs or is started again; what it guards may be guarded for a while.
     *
     * @param shown how that has come
     */
    record Over(ExtensionView.State shown) implements ExtensionLife {
        @Override
        public Gone toStopped(ExtensionView.State how) {
            return new Gone(how);
        }

        @Override
        public boolean isOver() {
            return true;
        }
    }

    /** It ends for good, or has. */
    sealed interface Stopped extends ExtensionLife {
        @Override
        default boolean isStopped() {
            return true;
        }
    }

    /** Its program was being started when it was stopped, and is ended as soon as it is there. */
    record Aborting(ExtensionView.State shown) implements Stopped {
        @Override
        public Leaving toStarted(ExtensionRun run) {
            return new Leaving(run, shown);
        }

        @Override
        public Gone toGone() {
            return new Gone(shown);
        }
    }

    /** Its program was told to end. */
    record Leaving(ExtensionRun run, ExtensionView.State shown) implements Stopped {
        @Override
        public Optional<ExtensionRun> program() {
            return Optional.of(run);
        }

        @Override
        public Gone toGone() {
            return new Gone(shown);
        }
    }

    /** Nothing of it is there any more. */
    record Gone(ExtensionView.State shown) implements Stopped {
        @Override
        public boolean isGone() {
            return true;
        }
    }
}
