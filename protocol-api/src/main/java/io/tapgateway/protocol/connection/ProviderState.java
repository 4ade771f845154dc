package io.tapgateway.protocol.connection;

import io.tapgateway.protocol.message.MessageType;
import io.tapgateway.protocol.model.ProviderId;
import io.tapgateway.protocol.model.SessionId;

/**
 * Where a connection is, seen from the provider; for SDKs. Immutable.
 *
 * <p>What the gateway sends in an unexpected state is ignored, never answered: providers must get along with gateways
 * newer than they are (A/version).
 */
public sealed interface ProviderState {
    /** The state's name. */
    default String label() {
        return getClass().getSimpleName();
    }

    /** Whether a message of that type is expected now; others are ignored. */
    boolean expects(MessageType type);

    /** The transport has ended. */
    default Closed toClosed() {
        return new Closed();
    }

    /** {@code auth} has been sent. */
    record Authenticating() implements ProviderState {
        @Override
        public boolean expects(MessageType type) {
            return type == MessageType.SESSIONS || type == MessageType.AUTH_PAIRING || type == MessageType.ERROR;
        }

        /** The gateway wants the code that its session shows. */
        public Pairing toPairing() {
            return new Pairing();
        }

        /** The gateway has listed its sessions. */
        public Choosing toChoosing() {
            return new Choosing();
        }
    }

    /** Waits for the user to type the code, then for the gateway to accept it. */
    record Pairing() implements ProviderState {
        @Override
        public boolean expects(MessageType type) {
            return type == MessageType.SESSIONS || type == MessageType.ERROR;
        }

        /** The code was right. */
        public Choosing toChoosing() {
            return new Choosing();
        }
    }

    /** Knows the sessions and is bound to none. */
    record Choosing() implements ProviderState {
        @Override
        public boolean expects(MessageType type) {
            return type == MessageType.SESSIONS_UPDATED || type == MessageType.ERROR;
        }

        /** {@code hello} has been sent. */
        public Registering toRegistering() {
            return new Registering();
        }
    }

    /** {@code hello} has been sent and not answered. */
    record Registering() implements ProviderState {
        @Override
        public boolean expects(MessageType type) {
            return type == MessageType.HELLO_ACK
                    || type == MessageType.SESSIONS_UPDATED
                    || type == MessageType.TOOL_CANCEL
                    || type == MessageType.ERROR;
        }

        /** The gateway acknowledged. */
        public Bound toBound(ProviderId providerId, SessionId session) {
            return new Bound(providerId, session);
        }

        /** The gateway refused. */
        public Choosing toChoosing() {
            return new Choosing();
        }
    }

    /**
     * Registered.
     *
     * @param session the bound session, or {@link SessionId#ALL}
     */
    record Bound(ProviderId providerId, SessionId session) implements ProviderState {
        @Override
        public boolean expects(MessageType type) {
            return !type.fromProvider()
                    && type != MessageType.SESSIONS
                    && type != MessageType.AUTH_PAIRING
                    && type != MessageType.HELLO_ACK;
        }

        /** A new {@code hello} has been sent. */
        public Registering toRegistering() {
            return new Registering();
        }

        /** The bound session has ended. */
        public Choosing toChoosing() {
            return new Choosing();
        }
    }

    /** Over. */
    record Closed() implements ProviderState {
        @Override
        public boolean expects(MessageType type) {
            return false;
        }
    }
}
