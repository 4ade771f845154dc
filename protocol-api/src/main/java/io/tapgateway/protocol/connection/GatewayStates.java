package io.tapgateway.protocol.connection;

import io.tapgateway.protocol.message.MessageType;
import io.tapgateway.protocol.model.ProviderId;
import java.util.Optional;

/** The records behind {@link GatewayState}; nothing outside this package makes them. Immutable. */
final class GatewayStates {
    private GatewayStates() {}

    /** The connection has not ended. */
    sealed interface Open extends GatewayState {
        @Override
        default Disconnected toDisconnected() {
            return new Disconnected();
        }
    }

    /** The provider has proved who it is and is registered nowhere. */
    sealed interface Unregistered extends Open {
        @Override
        default Legality judge(MessageType type) {
            if (type == MessageType.HELLO || type == MessageType.GOODBYE) {
                return Legality.LEGAL;
            }
            return type.isLateTolerant() ? Legality.IGNORED : Legality.REFUSED;
        }

        @Override
        default Bound toBound(ProviderId providerId) {
            return new Bound(providerId);
        }
    }

    /** A {@code hello} is undecided; whatever the connection sends meanwhile is parked. */
    sealed interface Undecided extends Open {
        @Override
        default Legality judge(MessageType type) {
            return Legality.WAITS;
        }

        @Override
        default boolean parks() {
            return true;
        }
    }

    /** The first message must be {@code auth}. */
    record AwaitAuth() implements Open {
        @Override
        public Legality judge(MessageType type) {
            return type == MessageType.AUTH ? Legality.LEGAL : Legality.FATAL;
        }

        @Override
        public AwaitConsent toAwaitConsent() {
            return new AwaitConsent();
        }

        @Override
        public AwaitHello toAwaitHello() {
            return new AwaitHello();
        }
    }

    /** The embedder has not decided yet whether the provider may pair. */
    record AwaitConsent() implements Open {
        @Override
        public String label() {
            return AwaitAuth.class.getSimpleName();
        }

        @Override
        public Legality judge(MessageType type) {
            return Legality.FATAL;
        }

        @Override
        public String objection(String type) {
            return type.equals(MessageType.AUTH.wireName())
                    ? "one auth is under way already"
                    : Open.super.objection(type);
        }

        @Override
        public AwaitPairing toAwaitPairing() {
            return new AwaitPairing();
        }
    }

    /** Waits for the code that the user reads from the session. */
    record AwaitPairing() implements Open {
        @Override
        public Legality judge(MessageType type) {
            return type == MessageType.AUTH_CONFIRM ? Legality.LEGAL : Legality.FATAL;
        }

        @Override
        public AwaitHello toAwaitHello() {
            return new AwaitHello();
        }
    }

    /** Has not been registered yet. */
    record AwaitHello() implements Unregistered {
        @Override
        public Registering toRegistering() {
            return new Registering();
        }
    }

    /** A {@code hello} of a connection that has never been registered is undecided. */
    record Registering() implements Undecided {
        @Override
        public String label() {
            return AwaitHello.class.getSimpleName();
        }

        @Override
        public AwaitHello toUnregistered() {
            return new AwaitHello();
        }
    }

    /** Registered in a session, or in all, and served. */
    record Bound(ProviderId id) implements Open {
        @Override
        public Legality judge(MessageType type) {
            return switch (type) {
                case AUTH, AUTH_CONFIRM -> Legality.REFUSED;
                default -> type.fromProvider() ? Legality.LEGAL : Legality.REFUSED;
            };
        }

        @Override
        public Optional<ProviderId> providerId() {
            return Optional.of(id);
        }

        @Override
        public Unbound toUnregistered() {
            return new Unbound(id);
        }
    }

    /** Registered nowhere any more; may bind again. */
    record Unbound(ProviderId id) implements Unregistered {
        @Override
        public Optional<ProviderId> providerId() {
            return Optional.of(id);
        }

        @Override
        public Rebinding toRegistering() {
            return new Rebinding(id);
        }
    }

    /** A {@code hello} of a connection that was registered before is undecided; that binding has ended (D-091). */
    record Rebinding(ProviderId id) implements Undecided {
        @Override
        public String label() {
            return Unbound.class.getSimpleName();
        }

        @Override
        public Optional<ProviderId> providerId() {
            return Optional.of(id);
        }

        @Override
        public Unbound toUnregistered() {
            return new Unbound(id);
        }
    }

    /** Over; nothing that still arrives has any effect (D-023). */
    record Disconnected() implements GatewayState {
        @Override
        public Legality judge(MessageType type) {
            return Legality.IGNORED;
        }

        @Override
        public boolean isOver() {
            return true;
        }

        /** What was bound is taken apart when its connection is over already. */
        @Override
        public Disconnected toUnregistered() {
            return this;
        }

        @Override
        public Disconnected toDisconnected() {
            return this;
        }
    }
}
