package io.tapgateway.protocol.connection;

import io.tapgateway.protocol.message.HelloAck;
import io.tapgateway.protocol.message.MessageType;
import io.tapgateway.protocol.model.Binding;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.SessionSummary;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The records behind {@link ProviderState}; nothing outside this package makes them. Immutable. */
final class ProviderStates {
    private ProviderStates() {}

    /** The transport has not ended. */
    sealed interface Open extends ProviderState permits Authenticating, Pairing, Choosing, Registering, Bound {
        @Override
        default Closed toClosed() {
            return new Closed();
        }
    }

    /** {@code auth} is sent. */
    record Authenticating() implements Open {
        static Authenticating begin() {
            return new Authenticating();
        }

        @Override
        public boolean expects(MessageType type) {
            return type == MessageType.SESSIONS || type == MessageType.AUTH_PAIRING || type == MessageType.ERROR;
        }

        @Override
        public Pairing toPairing() {
            return new Pairing();
        }

        @Override
        public Choosing toListed(List<SessionSummary> sessions) {
            return new Choosing(sessions);
        }
    }

    /** The user types the code, then the gateway checks it. */
    record Pairing() implements Open {
        @Override
        public boolean expects(MessageType type) {
            return type == MessageType.SESSIONS || type == MessageType.ERROR;
        }

        @Override
        public Choosing toListed(List<SessionSummary> sessions) {
            return new Choosing(sessions);
        }
    }

    /** Knows the sessions and is bound to none. */
    record Choosing(List<SessionSummary> sessions) implements Open {
        @Override
        public boolean expects(MessageType type) {
            return type == MessageType.SESSIONS_UPDATED || type == MessageType.ERROR;
        }

        @Override
        public Optional<List<SessionSummary>> choices() {
            return Optional.of(sessions);
        }

        @Override
        public Choosing toListed(List<SessionSummary> changed) {
            return new Choosing(changed);
        }

        @Override
        public Registering toRegistering(SessionId session) {
            return new Registering(sessions, session);
        }
    }

    /** {@code hello} is sent and not answered. */
    record Registering(List<SessionSummary> sessions, SessionId session) implements Open {
        static Registering begin(SessionId session) {
            return new Registering(List.of(), session);
        }

        @Override
        public boolean expects(MessageType type) {
            return type == MessageType.HELLO_ACK
                    || type == MessageType.SESSIONS_UPDATED
                    || type == MessageType.TOOL_CANCEL
                    || type == MessageType.ERROR;
        }

        @Override
        public Optional<SessionId> asked() {
            return Optional.of(session);
        }

        @Override
        public Registering toListed(List<SessionSummary> changed) {
            return new Registering(changed, session);
        }

        @Override
        public Choosing toChoosing() {
            return new Choosing(sessions);
        }

        @Override
        public Bound toBound(HelloAck ack) {
            Optional<Path> persistDir = ack.persistDir().map(Path::of);
            return new Bound(
                    sessions, new Binding(ack.providerId(), ack.sessionId().orElse(session), persistDir));
        }
    }

    /** Registered. */
    record Bound(List<SessionSummary> sessions, Binding current) implements Open {
        @Override
        public boolean expects(MessageType type) {
            return !type.fromProvider()
                    && type != MessageType.SESSIONS
                    && type != MessageType.AUTH_PAIRING
                    && type != MessageType.HELLO_ACK;
        }

        @Override
        public Optional<Binding> binding() {
            return Optional.of(current);
        }

        @Override
        public List<SessionId> unannounced(List<SessionSummary> listed) {
            if (!current.sessionId().isAll()) {
                return List.of();
            }
            Set<SessionId> known = ids(sessions);
            return listed.stream()
                    .map(SessionSummary::id)
                    .filter(id -> !known.contains(id))
                    .toList();
        }

        @Override
        public ProviderState toListed(List<SessionSummary> changed) {
            SessionId session = current.sessionId();
            return session.isAll() || ids(changed).contains(session) ? toBound(changed) : toChoosing(changed);
        }

        private Bound toBound(List<SessionSummary> changed) {
            return new Bound(changed, current);
        }

        private Choosing toChoosing(List<SessionSummary> changed) {
            return new Choosing(changed);
        }

        private static Set<SessionId> ids(List<SessionSummary> sessions) {
            return sessions.stream().map(SessionSummary::id).collect(Collectors.toSet());
        }
    }

    /** Over; nothing that still arrives has any effect (D-023). */
    record Closed() implements ProviderState {
        @Override
        public boolean expects(MessageType type) {
            return false;
        }

        @Override
        public Closed toClosed() {
            return this;
        }
    }
}
