package io.tapgateway.runtime;

import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.MayChange;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.transport.ProviderPort;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * A relay between sessions and providers. It keeps nothing: when it is closed or its process dies, only the sessions
 * and the providers themselves remember anything (A/crash). Thread-safe.
 */
public interface Gateway extends AutoCloseable {
    /** Begins the construction of a gateway. */
    static GatewayBuilder builder() {
        return new GatewayBuilder();
    }

    /**
     * Registers a session.
     *
     * @throws IllegalStateException if the id is in use (D-066) or the gateway is closed
     */
    GatewaySession openSession(SessionInfo info, SessionHost host);

    /**
     * Takes part in a session that somebody else hosts, as its guest: sees and calls its tools and reads its streams,
     * each call behind the rules and gates of the session, and its host's person where they want one asked. Neither
     * prompts nor what the agent is asked come to guests, and nothing that they do keeps the session from being idle.
     * What the host interrupts are their calls as well.
     *
     * @param guest told of the session, its tools of now to begin with. Nothing that it does, or takes its time for,
     *     delays the session, its host or another guest
     * @return what {@link SessionAccess#close} leaves: the guest's calls end as {@code CANCELLED} then, and no other
     * @throws IllegalStateException if there is no session of that id, or it has as many guests as {@link
     *     Limit#GUESTS_PER_SESSION}; the message is a sentence
     */
    @MayChange
    SessionAccess attach(SessionId session, SessionListener guest);

    /** The open session of that id. */
    Optional<GatewaySession> session(SessionId id);

    /** All sessions, oldest first. */
    List<SessionView> sessions();

    /** All authenticated connections, oldest first. */
    List<ProviderView> providers();

    /**
     * Whose rules are in force in a session, in the order in which they are asked (D-160); nobody's if there is no such
     * session, or the gateway does not tell.
     */
    default List<GuardView> guards(SessionId session) {
        return List.of();
    }

    /** The tokens that let programs in. */
    ProviderTokens tokens();

    /** How the user governs who may be let in by a code. */
    Pairing pairing();

    /** What happens, as it happens. */
    GatewayEvents events();

    /** Where transports plug in. */
    ProviderPort providerPort();

    /**
     * Ends all sessions under one common deadline, then all connections (D-224). Harmless to repeat.
     *
     * @return completes when nothing is left
     */
    CompletionStage<Void> shutdown();

    /**
     * Completes when nothing is left, whoever has ended the gateway, also if that was itself (D-226). Code that hangs
     * on it runs on the gateway's executor, and so perhaps after {@link #closeNow} has returned.
     */
    CompletionStage<Void> closed();

    /** Ends everything at once: outstanding calls fail, connections close, nobody is waited for. */
    void closeNow();

    /** {@link #shutdown()}, and waits for it. */
    @Override
    void close();
}
