package io.tapgateway.link;

import io.tapgateway.link.GatewayFinder.Found;
import io.tapgateway.link.HostGateway.Place;
import io.tapgateway.protocol.transport.Backoff;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * The states of a gateway in another process, as its host sees it. A gateway that has died has a successor, which is
 * looked for as soon as a session needs one (D-227); a gateway that was told to stop has none. Only these states make
 * one another. All are immutable.
 */
final class RemoteGatewayStates {
    /** A gateway that was there for so long did not die of what its hosts asked of it. */
    private static final Duration LASTING = Duration.ofSeconds(10);

    private RemoteGatewayStates() {}

    /** Where a gateway is, and where providers connect to it. */
    record Whereabouts(Place place, URI providerUrl) {
        private static Whereabouts of(Found found) {
            return new Whereabouts(found.place(), found.link().providerUrl());
        }
    }

    /** A search for the next gateway. */
    interface Search {
        void begin();

        void cancel();
    }

    /** One of the states. Immutable. */
    sealed interface RemoteGatewayState {
        /**
         * The host is at its first gateway.
         *
         * @param pauses between the attempts to find the next one; for one search at a time
         */
        static Joined joined(Found found, Backoff pauses, long now) {
            return new Joined(found, pauses, now);
        }

        /** Where the gateway is, or the last one was. */
        Whereabouts whereabouts();

        /** The gateway at which the host is. */
        default Optional<GatewayLink> link() {
            return Optional.empty();
        }

        /** Whether there will be no gateway any more. */
        default boolean isClosed() {
            return false;
        }

        /** Begins what goes on in this state. */
        default void begin() {}

        /** Ends what goes on in this state, because the host leaves. */
        default void leave() {}

        /**
         * A session needs a gateway.
         *
         * @param search makes a search with those pauses, which has not begun
         */
        default RemoteGatewayState needed(Function<Backoff, Search> search) {
            return this;
        }

        /** The next gateway has taken the host. */
        default RemoteGatewayState found(Found next, long now) {
            throw Machine.illegal("found", this);
        }

        /** The link to a gateway is over. */
        default RemoteGatewayState over(GatewayLink former, Ending how, long now) {
            return this;
        }

        /** The host leaves. */
        default Closed toClosed() {
            return new Closed(whereabouts());
        }
    }

    /** The host is at a gateway. */
    private record Joined(Found found, Backoff pauses, long since) implements RemoteGatewayState {
        @Override
        public Whereabouts whereabouts() {
            return Whereabouts.of(found);
        }

        @Override
        public Optional<GatewayLink> link() {
            return Optional.of(found.link());
        }

        @Override
        public void leave() {
            found.link().leave();
        }

        @Override
        public RemoteGatewayState over(GatewayLink former, Ending how, long now) {
            if (!found.link().equals(former)) {
                return this;
            }
            return switch (how) {
                case LOST -> toLost(now);
                case STOPPED, LEFT -> toClosed();
            };
        }

        Lost toLost(long now) {
            if (now - since >= LASTING.toNanos()) {
                pauses.reset();
            }
            return new Lost(whereabouts(), pauses);
        }
    }

    /** The gateway has died, and no session needs another one. */
    private record Lost(Whereabouts whereabouts, Backoff pauses) implements RemoteGatewayState {
        @Override
        public RemoteGatewayState needed(Function<Backoff, Search> search) {
            return toSearching(search.apply(pauses));
        }

        Searching toSearching(Search search) {
            return new Searching(whereabouts, pauses, search);
        }
    }

    /** The next gateway is looked for. */
    private record Searching(Whereabouts whereabouts, Backoff pauses, Search search) implements RemoteGatewayState {
        @Override
        public void begin() {
            search.begin();
        }

        @Override
        public void leave() {
            search.cancel();
        }

        @Override
        public RemoteGatewayState found(Found next, long now) {
            return toJoined(next, now);
        }

        Joined toJoined(Found next, long now) {
            return new Joined(next, pauses, now);
        }
    }

    /** The host has left, or its gateway was told to stop. */
    private record Closed(Whereabouts whereabouts) implements RemoteGatewayState {
        @Override
        public boolean isClosed() {
            return true;
        }

        @Override
        public RemoteGatewayState found(Found next, long now) {
            return this;
        }

        @Override
        public Closed toClosed() {
            return this;
        }
    }
}
