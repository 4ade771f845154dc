package io.tapgateway.protocol.connection;

import io.tapgateway.protocol.message.MessageType;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.ProviderId;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.TrustLevel;

/**
 * Where a connection is, seen from the gateway (A/states). Immutable.
 *
 * <p>Rebinding is no state of its own: the gateway processes a repeated {@code hello} in one step, so nobody can observe it
 * (D-094).
 */
public sealed interface GatewayState {
    /** The state's name in the specification. */
    default String label() {
        return getClass().getSimpleName();
    }

    /** Whether a provider may send a message of that type now. */
    Legality judge(MessageType type);

    /** The state after the connection ended for any reason; absorbs everything. */
    default Disconnected toDisconnected(CloseCode code) {
        return new Disconnected(code);
    }

    /** Nobody knows yet who is calling: the first message must be {@code auth}. */
    record AwaitAuth() implements GatewayState {
        @Override
        public Legality judge(MessageType type) {
            return type == MessageType.AUTH ? Legality.LEGAL : Legality.FATAL;
        }

        /** The credential was accepted. */
        public AwaitHello toAwaitHello(TrustLevel trust) {
            return new AwaitHello(trust);
        }

        /** The user has been shown a code. */
        public AwaitPairing toAwaitPairing() {
            return new AwaitPairing();
        }
    }

    /** Waits for the code that the user reads from the session. */
    record AwaitPairing() implements GatewayState {
        @Override
        public Legality judge(MessageType type) {
            return type == MessageType.AUTH_CONFIRM ? Legality.LEGAL : Legality.FATAL;
        }

        /** The code was right. */
        public AwaitHello toAwaitHello(TrustLevel trust) {
            return new AwaitHello(trust);
        }
    }

    /** Known, but not registered anywhere. */
    record AwaitHello(TrustLevel trust) implements GatewayState {
        @Override
        public Legality judge(MessageType type) {
            return judgeUnregistered(type);
        }

        /** Registered in a session, or in all. */
        public Bound toBound(ProviderId providerId, SessionId session) {
            return new Bound(trust, providerId, session);
        }
    }

    /**
     * Registered and served.
     *
     * @param session the bound session, or {@link SessionId#ALL}
     */
    record Bound(TrustLevel trust, ProviderId providerId, SessionId session) implements GatewayState {
        @Override
        public Legality judge(MessageType type) {
            return switch (type) {
                case AUTH, AUTH_CONFIRM -> Legality.REFUSED;
                default -> type.fromProvider() ? Legality.LEGAL : Legality.REFUSED;
            };
        }

        /** A repeated {@code hello} succeeded. */
        public Bound toBound(ProviderId newProviderId, SessionId newSession) {
            return new Bound(trust, newProviderId, newSession);
        }

        /** The session has ended, or a repeated {@code hello} failed after it had begun to take effect (D-091). */
        public Unbound toUnbound() {
            return new Unbound(trust, providerId);
        }
    }

    /** Connected but registered nowhere any more; may bind again. */
    record Unbound(TrustLevel trust, ProviderId providerId) implements GatewayState {
        @Override
        public Legality judge(MessageType type) {
            return judgeUnregistered(type);
        }

        /** Registered again. */
        public Bound toBound(ProviderId newProviderId, SessionId session) {
            return new Bound(trust, newProviderId, session);
        }
    }

    /** Over; nothing that still arrives has any effect (D-023). */
    record Disconnected(CloseCode code) implements GatewayState {
        @Override
        public Legality judge(MessageType type) {
            return Legality.IGNORED;
        }

        @Override
        public Disconnected toDisconnected(CloseCode laterCode) {
            return this;
        }
    }

    private static Legality judgeUnregistered(MessageType type) {
        if (type == MessageType.HELLO || type == MessageType.GOODBYE) {
            return Legality.LEGAL;
        }
        return type.isLateTolerant() ? Legality.IGNORED : Legality.REFUSED;
    }
}
