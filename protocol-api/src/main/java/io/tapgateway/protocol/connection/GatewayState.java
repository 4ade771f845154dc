package io.tapgateway.protocol.connection;

import io.tapgateway.protocol.message.MessageType;
import io.tapgateway.protocol.model.ProviderId;
import java.util.Optional;

/**
 * Where a connection is, seen from the gateway (A/states). Immutable.
 *
 * <p>A connection begins with {@link #awaitAuth}; every other state is reached by a {@code to…} method of the one
 * before. A {@code to…} method that the present state does not have throws an {@link IllegalStateException}: that is a
 * mistake of the gateway. What a provider sends in the wrong state is no mistake of the gateway; {@link #judge} says
 * how it is answered.
 */
public sealed interface GatewayState permits GatewayStates.Open, GatewayStates.Disconnected {
    /** A transport has connected; nobody knows yet who is calling. */
    static GatewayState awaitAuth() {
        return new GatewayStates.AwaitAuth();
    }

    /**
     * The specification's name for the state; a state that only the gateway knows goes by the name of the one it was
     * entered from.
     */
    default String label() {
        return getClass().getSimpleName();
    }

    /** What is to happen to a message of that type now. */
    Legality judge(MessageType type);

    /**
     * What a provider is told whose message is not legal now.
     *
     * @param type the wire name of the message's type
     */
    default String objection(String type) {
        return "'" + type + "' not legal in state " + label();
    }

    /** Whether frames wait until the state has changed, whatever is in them (D-094). */
    default boolean parks() {
        return false;
    }

    /** Whether the connection has ended. */
    default boolean isOver() {
        return false;
    }

    /** The id under which the provider is registered, or was registered last. */
    default Optional<ProviderId> providerId() {
        return Optional.empty();
    }

    /** The embedder is asked whether the provider may pair. */
    default GatewayState toAwaitConsent() {
        throw illegal("toAwaitConsent");
    }

    /** The user is shown a code. */
    default GatewayState toAwaitPairing() {
        throw illegal("toAwaitPairing");
    }

    /**
     * It is known who is calling: by a token, by the code, or because the provider lives in the gateway's process
     * (D-058).
     */
    default GatewayState toAwaitHello() {
        throw illegal("toAwaitHello");
    }

    /** A {@code hello} cannot be decided yet: it waits for a sign of life (D-077) or for a directory (D-153). */
    default GatewayState toRegistering() {
        throw illegal("toRegistering");
    }

    /** A {@code hello} was accepted. */
    default GatewayState toBound(ProviderId providerId) {
        throw illegal("toBound");
    }

    /**
     * The provider is where it may say {@code hello}: its session has ended (D-097), a new {@code hello} has taken its
     * binding away (D-091), or one waits no longer and is checked anew.
     */
    default GatewayState toUnregistered() {
        throw illegal("toUnregistered");
    }

    /** The connection has ended, for whatever reason. */
    GatewayState toDisconnected();

    private IllegalStateException illegal(String operation) {
        return new IllegalStateException(
                operation + ": the connection is " + getClass().getSimpleName());
    }
}
