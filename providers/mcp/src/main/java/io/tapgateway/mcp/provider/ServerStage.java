package io.tapgateway.mcp.provider;

import io.tapgateway.provider.BoundProvider;
import java.util.Optional;

/**
 * How far one run of a server has come. Immutable; {@link ServerRun} holds the present stage. A stage is left by its
 * {@code to…} methods; those that it does not override throw.
 */
sealed interface ServerStage {
    /** A server that has said nothing. */
    static Unmet begin() {
        return new Unmet();
    }

    /** It has said who it is. */
    default ServerStage toMet(ServerOfferings besides) {
        throw refusal("toMet");
    }

    /** It has told of its tools, and a provider speaks for it. */
    default ServerStage toAttached(BoundProvider provider) {
        throw refusal("toAttached");
    }

    /** Its session has the provider. */
    default ServerStage toBound() {
        throw refusal("toBound");
    }

    /** Its session has its tools, or others of it. */
    default ServerStage toReady() {
        throw refusal("toReady");
    }

    /** Its wire has ended, or is to end. */
    default Over toOver() {
        return new Over(false);
    }

    /** What it has beside tools. */
    default Optional<ServerOfferings> besides() {
        return Optional.empty();
    }

    /** Who speaks for it. */
    default Optional<BoundProvider> provider() {
        return Optional.empty();
    }

    /** Who speaks for it, once its session has that one: only then there is a place for tools. */
    default Optional<BoundProvider> bound() {
        return Optional.empty();
    }

    default boolean isReady() {
        return false;
    }

    /** Whether its tools are, or were, in its session. */
    default boolean hasBeenReady() {
        return false;
    }

    default boolean isOver() {
        return false;
    }

    private IllegalStateException refusal(String operation) {
        return new IllegalStateException(
                operation + ": the run is " + getClass().getSimpleName());
    }

    /** Has said nothing. */
    record Unmet() implements ServerStage {
        @Override
        public Met toMet(ServerOfferings offerings) {
            return new Met(offerings);
        }
    }

    /** Is known, and has yet to tell of its tools. */
    record Met(ServerOfferings offerings) implements ServerStage {
        @Override
        public Attached toAttached(BoundProvider provider) {
            return new Attached(offerings, provider);
        }

        @Override
        public Optional<ServerOfferings> besides() {
            return Optional.of(offerings);
        }
    }

    /** A provider speaks for it. */
    sealed interface Represented extends ServerStage {
        ServerOfferings offerings();

        BoundProvider speaker();

        @Override
        default Optional<ServerOfferings> besides() {
            return Optional.of(offerings());
        }

        @Override
        default Optional<BoundProvider> provider() {
            return Optional.of(speaker());
        }
    }

    /** Its session has yet to take the provider. */
    record Attached(ServerOfferings offerings, BoundProvider speaker) implements Represented {
        @Override
        public Bound toBound() {
            return new Bound(offerings, speaker);
        }
    }

    /** Its session has the provider. */
    sealed interface Present extends Represented {
        @Override
        default Optional<BoundProvider> bound() {
            return provider();
        }

        @Override
        default Ready toReady() {
            return new Ready(offerings(), speaker());
        }
    }

    /** Its session has yet to take its tools. */
    record Bound(ServerOfferings offerings, BoundProvider speaker) implements Present {}

    /** Its session has its tools. */
    record Ready(ServerOfferings offerings, BoundProvider speaker) implements Present {
        @Override
        public Over toOver() {
            return new Over(true);
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public boolean hasBeenReady() {
            return true;
        }
    }

    /** Nothing that it says counts any more. */
    record Over(boolean hasBeenReady) implements ServerStage {
        @Override
        public Over toOver() {
            return this;
        }

        @Override
        public boolean isOver() {
            return true;
        }
    }
}
