package io.tapgateway.app.project;

import io.tapgateway.programs.StartedProgram;
import java.util.Optional;

/**
 * How far the life of a program has come, over all of its starts. Immutable; {@link Supervision} holds the present
 * state. A state is left by its {@code to…} methods; those that it does not override throw.
 */
sealed interface ProgramLife {
    /** A program that was not started yet. */
    static Waiting begin() {
        return new Waiting();
    }

    /** It has been started. */
    default ProgramLife toRunning(StartedProgram process) {
        throw refusal("toRunning");
    }

    /** It has ended, and is started again in a while. */
    default ProgramLife toWaiting() {
        throw refusal("toWaiting");
    }

    /** It has ended, and nobody has it started again. */
    default ProgramLife toEnded() {
        throw refusal("toEnded");
    }

    /** It fails too often to be started again, or cannot be. */
    default ProgramLife toGivenUp() {
        throw refusal("toGivenUp");
    }

    /** It is to end for good. */
    ProgramLife toStopped();

    /** What people see of it. */
    String shown();

    /** What runs of it. */
    default Optional<StartedProgram> process() {
        return Optional.empty();
    }

    /** Whether anybody wants it to run. */
    default boolean isWanted() {
        return false;
    }

    private IllegalStateException refusal(String operation) {
        return new IllegalStateException(
                operation + ": the program is " + getClass().getSimpleName());
    }

    /** Is to be started, for the first time or again. */
    record Waiting() implements ProgramLife {
        @Override
        public Running toRunning(StartedProgram process) {
            return new Running(process);
        }

        @Override
        public GivenUp toGivenUp() {
            return new GivenUp();
        }

        @Override
        public Ended toStopped() {
            return new Ended();
        }

        @Override
        public String shown() {
            return "waiting";
        }

        @Override
        public boolean isWanted() {
            return true;
        }
    }

    /** A process of it runs. */
    sealed interface Started extends ProgramLife {
        StartedProgram started();

        @Override
        default Ended toEnded() {
            return new Ended();
        }

        @Override
        default String shown() {
            return "running";
        }

        @Override
        default Optional<StartedProgram> process() {
            return Optional.of(started());
        }
    }

    /** Runs. */
    record Running(StartedProgram started) implements Started {
        @Override
        public Waiting toWaiting() {
            return new Waiting();
        }

        @Override
        public GivenUp toGivenUp() {
            return new GivenUp();
        }

        @Override
        public Stopping toStopped() {
            return new Stopping(started);
        }

        @Override
        public boolean isWanted() {
            return true;
        }
    }

    /** Was told to end, and runs until it has. */
    record Stopping(StartedProgram started) implements Started {
        @Override
        public Stopping toStopped() {
            return this;
        }
    }

    /** Is not started again: it has ended as it should, or was told to. */
    record Ended() implements ProgramLife {
        @Override
        public Ended toStopped() {
            return this;
        }

        @Override
        public String shown() {
            return "ended";
        }
    }

    /** Is not started again: it has failed too often, or could not be. */
    record GivenUp() implements ProgramLife {
        @Override
        public GivenUp toStopped() {
            return this;
        }

        @Override
        public String shown() {
            return "given_up";
        }
    }
}
