package io.tapgateway.link;

import io.tapgateway.link.message.HostMessage;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongFunction;

/**
 * The states of a session whose gateway is in another process. Only these states make one another. All are immutable.
 */
final class RemoteSessionStates {
    /**
     * For how long a session that was open at a gateway is to be opened at the next one. That may be the same one,
     * which still ends the session under the same id: sessions have time to end when the grace period is over.
     */
    static final Duration PATIENCE = LinkRules.GRACE.plusSeconds(15);

    private RemoteSessionStates() {}

    /**
     * That a session is to be opened at a gateway.
     *
     * @param done completes when the session is open there, or will not be
     */
    record Attempt(GatewayLink gateway, CompletableFuture<Void> done) {
        static Attempt at(GatewayLink gateway) {
            return new Attempt(gateway, new CompletableFuture<>());
        }
    }

    /** One of the states. Immutable. An input that means nothing in a state leaves the session in that state. */
    sealed interface RemoteSessionState {
        /** A session that has never been open; the first gateway that refuses it has the last word. */
        static Away away() {
            return new Away(Duration.ZERO);
        }

        /** Has the visitor do what this state requires when it begins. */
        default void accept(Visitor visitor) {}

        /** The attempt that has not come to an end. */
        default Optional<Attempt> attempt() {
            return Optional.empty();
        }

        /** Asks the gateway at which the session is open, and no other one. */
        default CompletableFuture<Reply> request(LongFunction<HostMessage> message) {
            return CompletableFuture.completedFuture(Reply.LOST);
        }

        /** Says something to the gateway at which the session is open, if it is. */
        default void say(HostMessage message) {}

        /** Whether the session has ended. */
        default boolean isOver() {
            return false;
        }

        /** There is a gateway at which the session can be opened. */
        default RemoteSessionState found(Attempt next, long now) {
            return this;
        }

        /** The gateway has opened the session. */
        default RemoteSessionState answered(Attempt asked) {
            return this;
        }

        /** The gateway does not open the session. */
        default RemoteSessionState refused(Attempt asked, Reply refusal, long now) {
            return this;
        }

        /** The gateway can be asked again. */
        default RemoteSessionState pauseOver(Attempt refused) {
            return this;
        }

        /** The gateway is gone, and everything that it had with it. */
        default RemoteSessionState lost(GatewayLink former) {
            return this;
        }

        /** Nobody waits any more for the session to be opened. */
        default RemoteSessionState abandoned() {
            return this;
        }

        /** The host closes the session. */
        default RemoteSessionState closing() {
            return this;
        }

        /** The session has ended. */
        default RemoteSessionState ended() {
            return this;
        }
    }

    /** Does what states require. */
    interface Visitor {
        /** The session is at no gateway any more. */
        void onAway();

        /** The gateway is to be asked to open the session. */
        void onOpening(Attempt attempt);

        /** The gateway is to be asked again after a pause. */
        void onPausing(Attempt attempt);

        /** The gateway is to be told to end the session. */
        void onClosing(GatewayLink gateway);

        /**
         * The session has ended.
         *
         * @param reason the answer to whoever still waits for it to be opened
         */
        void onClosed(Reply reason);
    }

    /** The session has not ended. */
    private sealed interface Alive extends RemoteSessionState {
        @Override
        default RemoteSessionState closing() {
            return ended();
        }

        @Override
        default RemoteSessionState ended() {
            return toClosed(Reply.LOST);
        }

        default Closed toClosed(Reply reason) {
            return new Closed(reason);
        }
    }

    /**
     * The session is at no gateway.
     *
     * @param patience for how long the next gateway may refuse to open it
     */
    private record Away(Duration patience) implements Alive {
        @Override
        public void accept(Visitor visitor) {
            visitor.onAway();
        }

        @Override
        public RemoteSessionState found(Attempt next, long now) {
            return toOpening(next, now);
        }

        @Override
        public RemoteSessionState abandoned() {
            return ended();
        }

        Opening toOpening(Attempt next, long now) {
            return new Opening(next, patience, now + patience.toNanos());
        }
    }

    /** A gateway has been found, and has not opened the session. */
    private sealed interface Trying extends Alive {
        Attempt present();

        Duration patience();

        @Override
        default Optional<Attempt> attempt() {
            return Optional.of(present());
        }

        @Override
        default RemoteSessionState found(Attempt next, long now) {
            return present().gateway().equals(next.gateway()) ? this : toAway().toOpening(next, now);
        }

        @Override
        default RemoteSessionState lost(GatewayLink former) {
            return present().gateway().equals(former) ? toAway() : this;
        }

        @Override
        default RemoteSessionState abandoned() {
            return ended();
        }

        default Away toAway() {
            return new Away(patience());
        }
    }

    /** The gateway has been asked to open the session. */
    private record Opening(Attempt present, Duration patience, long until) implements Trying {
        @Override
        public void accept(Visitor visitor) {
            visitor.onOpening(present);
        }

        @Override
        public RemoteSessionState answered(Attempt asked) {
            return present.equals(asked) ? toOpen() : this;
        }

        @Override
        public RemoteSessionState refused(Attempt asked, Reply refusal, long now) {
            if (!present.equals(asked)) {
                return this;
            }
            return now - until < 0 ? toPausing() : toClosed(refusal);
        }

        Open toOpen() {
            return new Open(present.gateway());
        }

        Pausing toPausing() {
            return new Pausing(present, patience, until);
        }
    }

    /** The gateway has refused to open the session, and will be asked again. */
    private record Pausing(Attempt present, Duration patience, long until) implements Trying {
        @Override
        public void accept(Visitor visitor) {
            visitor.onPausing(present);
        }

        @Override
        public RemoteSessionState pauseOver(Attempt refused) {
            return present.equals(refused) ? toOpening() : this;
        }

        Opening toOpening() {
            return new Opening(present, patience, until);
        }
    }

    /** A gateway has the session. */
    private sealed interface There extends Alive {
        GatewayLink gateway();

        @Override
        default CompletableFuture<Reply> request(LongFunction<HostMessage> message) {
            return gateway().request(message);
        }

        @Override
        default void say(HostMessage message) {
            gateway().say(message);
        }
    }

    private record Open(GatewayLink gateway) implements There {
        @Override
        public RemoteSessionState found(Attempt next, long now) {
            return gateway.equals(next.gateway()) ? this : toAway().toOpening(next, now);
        }

        @Override
        public RemoteSessionState lost(GatewayLink former) {
            return gateway.equals(former) ? toAway() : this;
        }

        @Override
        public RemoteSessionState closing() {
            return toClosing();
        }

        Away toAway() {
            return new Away(PATIENCE);
        }

        Closing toClosing() {
            return new Closing(gateway);
        }
    }

    /** The gateway has been told to end the session. */
    private record Closing(GatewayLink gateway) implements There {
        @Override
        public void accept(Visitor visitor) {
            visitor.onClosing(gateway);
        }

        @Override
        public RemoteSessionState found(Attempt next, long now) {
            return gateway.equals(next.gateway()) ? this : ended();
        }

        @Override
        public RemoteSessionState lost(GatewayLink former) {
            return gateway.equals(former) ? ended() : this;
        }

        @Override
        public RemoteSessionState closing() {
            return this;
        }
    }

    private record Closed(Reply reason) implements RemoteSessionState {
        @Override
        public void accept(Visitor visitor) {
            visitor.onClosed(reason);
        }

        @Override
        public boolean isOver() {
            return true;
        }
    }
}
