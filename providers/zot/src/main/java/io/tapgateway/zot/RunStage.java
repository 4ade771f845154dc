package io.tapgateway.zot;

/**
 * How far one program of an extension has come, by what it says. Immutable; {@link ExtensionRun} holds the present
 * stage. A stage is left by its {@code to…} methods; those that it does not override throw.
 */
sealed interface RunStage {
    /** A program that has said nothing. */
    static AwaitHello begin() {
        return new AwaitHello();
    }

    /** It has said its hello. */
    default RunStage toRegistering() {
        throw refusal("toRegistering");
    }

    /** It has registered what it has. */
    default RunStage toReady() {
        throw refusal("toReady");
    }

    /** It is to end, or has ended: what it says from now on does not count, but for results of open calls. */
    default RunStage toEnding() {
        throw refusal("toEnding");
    }

    /** It says nothing more. */
    default RunStage toSilent() {
        throw refusal("toSilent");
    }

    /** Whether what it says counts. */
    default boolean isHeard() {
        return true;
    }

    default boolean awaitsHello() {
        return false;
    }

    default boolean isRegistering() {
        return false;
    }

    default boolean isReady() {
        return false;
    }

    default boolean isSilent() {
        return false;
    }

    private IllegalStateException refusal(String operation) {
        return new IllegalStateException(
                operation + ": the program is " + getClass().getSimpleName());
    }

    /** What it says counts. */
    sealed interface Heard extends RunStage {
        @Override
        default Ending toEnding() {
            return new Ending();
        }
    }

    /** Has yet to say its hello. */
    record AwaitHello() implements Heard {
        @Override
        public Registering toRegistering() {
            return new Registering();
        }

        @Override
        public boolean awaitsHello() {
            return true;
        }
    }

    /** Says what it has. */
    record Registering() implements Heard {
        @Override
        public Ready toReady() {
            return new Ready();
        }

        @Override
        public boolean isRegistering() {
            return true;
        }
    }

    /** Has registered, and may register more. */
    record Ready() implements Heard {
        @Override
        public boolean isReady() {
            return true;
        }
    }

    /** Is to end, or has ended, and may say something that is still to be read. */
    record Ending() implements RunStage {
        @Override
        public Silent toSilent() {
            return new Silent();
        }

        @Override
        public boolean isHeard() {
            return false;
        }
    }

    /** There is nothing more to read of it. */
    record Silent() implements RunStage {
        @Override
        public boolean isHeard() {
            return false;
        }

        @Override
        public boolean isSilent() {
            return true;
        }
    }
}
