package io.tapgateway.provider.connection;

import io.tapgateway.protocol.model.Binding;
import io.tapgateway.provider.NotBound;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.UnaryOperator;

/**
 * One provider over all its connections: whether it wants one, which one is open, when it was bound first and when it
 * ended. Thread-safe.
 */
final class ProviderLife {
    private static final AtomicReferenceFieldUpdater<ProviderLife, Stage> STAGE =
            AtomicReferenceFieldUpdater.newUpdater(ProviderLife.class, Stage.class, "stage");

    private final UserCode code;
    private volatile Stage stage = Unconnected.begin();
    private final CompletableFuture<Binding> firstBinding = new CompletableFuture<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    ProviderLife(UserCode code) {
        this.code = code;
    }

    private sealed interface Stage {
        default boolean wantsConnection() {
            return false;
        }

        default boolean connectsAtOnce() {
            return false;
        }

        default boolean isConnected() {
            return false;
        }

        default Optional<Conversation> conversation() {
            return Optional.empty();
        }

        default Stage toConnected(Conversation opened) {
            throw illegal("toConnected");
        }

        default Stage toDisconnected() {
            throw illegal("toDisconnected");
        }

        default Stage toMoving() {
            return this;
        }

        Stage toLeaving();

        private IllegalStateException illegal(String operation) {
            return new IllegalStateException(
                    operation + ": the provider is " + getClass().getSimpleName());
        }
    }

    /**
     * Has no connection and wants one.
     *
     * @param connectsAtOnce whether it has ended the one before for this
     */
    private record Unconnected(boolean connectsAtOnce) implements Stage {
        static Unconnected begin() {
            return new Unconnected(false);
        }

        @Override
        public boolean wantsConnection() {
            return true;
        }

        @Override
        public Connected toConnected(Conversation opened) {
            return new Connected(opened);
        }

        @Override
        public Ended toLeaving() {
            return new Ended();
        }
    }

    private record Connected(Conversation open) implements Stage {
        @Override
        public boolean wantsConnection() {
            return true;
        }

        @Override
        public boolean isConnected() {
            return true;
        }

        @Override
        public Optional<Conversation> conversation() {
            return Optional.of(open);
        }

        @Override
        public Unconnected toDisconnected() {
            return new Unconnected(false);
        }

        @Override
        public Moving toMoving() {
            return new Moving(open);
        }

        @Override
        public Leaving toLeaving() {
            return new Leaving(open);
        }
    }

    /** The connection is about to end, and another one to begin. */
    private record Moving(Conversation open) implements Stage {
        @Override
        public Unconnected toDisconnected() {
            return new Unconnected(true);
        }

        @Override
        public Leaving toLeaving() {
            return new Leaving(open);
        }
    }

    /** The connection is about to end, and is the last one. */
    private record Leaving(Conversation last) implements Stage {
        @Override
        public Optional<Conversation> conversation() {
            return Optional.of(last);
        }

        @Override
        public Ended toDisconnected() {
            return new Ended();
        }

        @Override
        public Stage toLeaving() {
            return this;
        }
    }

    private record Ended() implements Stage {
        @Override
        public Ended toConnected(Conversation opened) {
            return this;
        }

        @Override
        public Ended toDisconnected() {
            return this;
        }

        @Override
        public Ended toLeaving() {
            return this;
        }
    }

    /** Whether a transport is to connect. */
    boolean wantsConnection() {
        return stage.wantsConnection();
    }

    /** Whether a transport is to connect without a pause. */
    boolean connectsAtOnce() {
        return stage.connectsAtOnce();
    }

    /** The open connection. */
    Optional<Conversation> conversation() {
        return stage.conversation();
    }

    CompletionStage<Binding> whenBound() {
        return firstBinding.minimalCompletionStage();
    }

    CompletionStage<Void> whenEnded() {
        return ended.minimalCompletionStage();
    }

    /**
     * A transport has connected.
     *
     * @return false if the provider has ended meanwhile
     * @throws IllegalStateException if another connection is open
     */
    boolean connected(Conversation opened) {
        become(before -> before.toConnected(opened));
        return wantsConnection();
    }

    /** The provider is bound. */
    void bound(Binding binding) {
        code.run(() -> firstBinding.complete(binding));
    }

    /** The provider ends with the open connection, for that reason. */
    void finish(RuntimeException why) {
        become(Stage::toLeaving);
        code.run(() -> firstBinding.completeExceptionally(why));
    }

    /**
     * The provider leaves a session for another one, over another connection.
     *
     * @return whether it is to end the open connection: not if that is ending already
     */
    boolean move() {
        return become(Stage::toMoving).isConnected();
    }

    /**
     * The provider's author ends it.
     *
     * @return the connection on which to say so, if there is one and it is not ending already
     */
    Optional<Conversation> leave() {
        boolean first = become(Stage::toLeaving).wantsConnection();
        Optional<Conversation> open = conversation();
        if (open.isEmpty()) {
            end(new NotBound("the provider has left"));
        }
        return first ? open : Optional.empty();
    }

    /** The connection has ended. */
    void disconnected() {
        become(Stage::toDisconnected);
        if (!wantsConnection()) {
            end(new NotBound("the connection ended"));
        }
    }

    /**
     * The one place where the stage changes.
     *
     * @return the stage before
     */
    private Stage become(UnaryOperator<Stage> transition) {
        return STAGE.getAndUpdate(this, transition);
    }

    private void end(NotBound why) {
        Runnable completion = () -> {
            firstBinding.completeExceptionally(why);
            ended.complete(null);
        };
        if (!code.run(completion)) {
            completion.run();
        }
    }
}
