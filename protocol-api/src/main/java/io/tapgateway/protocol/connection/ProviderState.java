package io.tapgateway.protocol.connection;

import io.tapgateway.protocol.message.HelloAck;
import io.tapgateway.protocol.message.MessageType;
import io.tapgateway.protocol.model.Binding;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.SessionSummary;
import java.util.List;
import java.util.Optional;

/**
 * Where a connection is, seen from the provider; for SDKs. Immutable.
 *
 * <p>A connection begins with {@link #authenticating} or {@link #registering}; every other state is reached by a
 * {@code to…} method of the one before. A {@code to…} method that the present state does not have throws an
 * {@link IllegalStateException}: that is a mistake of the SDK. What the gateway sends in an unexpected state is no
 * mistake, but ignored and never answered, because providers must get along with gateways that are newer than they are
 * (A/version).
 */
public sealed interface ProviderState permits ProviderStates.Open, ProviderStates.Closed {
    /** {@code auth} is the first message of the connection. */
    static ProviderState authenticating() {
        return ProviderStates.Authenticating.begin();
    }

    /** {@code hello} is the first message, as it is for providers in the gateway's own process (D-058). */
    static ProviderState registering(SessionId session) {
        return ProviderStates.Registering.begin(session);
    }

    /** The state's name. */
    default String label() {
        return getClass().getSimpleName();
    }

    /** Whether a message of that type is expected now; others are ignored. */
    boolean expects(MessageType type);

    /**
     * Whether the gateway knows the provider: it says which sessions there are (D-061), and takes a goodbye (D-098).
     */
    default boolean isAuthenticated() {
        return expects(MessageType.SESSIONS_UPDATED);
    }

    /** The sessions among which the provider has to choose now; empty if there is nothing to choose. */
    default Optional<List<SessionSummary>> choices() {
        return Optional.empty();
    }

    /** The session that an unanswered {@code hello} asks for. */
    default Optional<SessionId> asked() {
        return Optional.empty();
    }

    /** Where the provider is registered. */
    default Optional<Binding> binding() {
        return Optional.empty();
    }

    /**
     * The sessions to which the provider has to announce itself when the gateway lists these: for a provider that is
     * bound to all sessions, those that are new (A/all-sessions). Announcing it twice does no harm (D-214).
     */
    default List<SessionId> unannounced(List<SessionSummary> listed) {
        return List.of();
    }

    /** The gateway wants the code that its session shows. */
    default ProviderState toPairing() {
        throw illegal("toPairing");
    }

    /** The gateway has listed its sessions. A bound session that is no longer listed has ended (D-207). */
    default ProviderState toListed(List<SessionSummary> sessions) {
        throw illegal("toListed");
    }

    /** {@code hello} is sent. */
    default ProviderState toRegistering(SessionId session) {
        throw illegal("toRegistering");
    }

    /** The gateway has refused {@code hello}. */
    default ProviderState toChoosing() {
        throw illegal("toChoosing");
    }

    /** The gateway has acknowledged {@code hello}. */
    default ProviderState toBound(HelloAck ack) {
        throw illegal("toBound");
    }

    /** The transport has ended. */
    ProviderState toClosed();

    private IllegalStateException illegal(String operation) {
        return new IllegalStateException(operation + ": the connection is " + label());
    }
}
