package io.tapgateway.transport.ws.host;

import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.Secret;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * A gateway as a session host sees it, wherever it lives: in this process or in another one (D-225). Thread-safe.
 *
 * <p>Sessions behave the same in either case, with what distance brings about: {@link GatewaySession#tools()} and whatever else
 * asks how something is now waits for the answer of the other process, a few seconds at most, and then gives what was known
 * last. When the gateway is lost for good, every outstanding call ends as {@code DISCONNECTED} (D-227), all sessions are closed,
 * and {@link #ended()} completes: the host may connect anew and open its sessions again.
 */
public interface HostGateway extends AutoCloseable {
    /** Where a gateway lives. */
    enum Place {
        /** In this process. */
        HERE,
        /** In another process, which was there already. */
        JOINED,
        /** In another process, which was started for this. */
        STARTED
    }

    /** Where this one lives. */
    Place place();

    /** Where providers connect, for the programs that the host starts; empty in this process. */
    Optional<URI> providerUrl();

    /**
     * Registers a session.
     *
     * @throws IllegalStateException if the id is in use (D-066), the gateway takes no more sessions, or it is gone; the message is
     *     a sentence for people
     */
    GatewaySession openSession(SessionInfo info, SessionHost host);

    /**
     * A token for one program that the host starts for one of its sessions (D-039, D-228).
     *
     * @throws IllegalStateException if this host has no such session
     */
    Secret issueSpawnToken(SessionId session, ProviderName name);

    /** Makes a token worthless and closes its connections at once (D-041). */
    void revoke(Secret token);

    /** Completes when this gateway can be used no longer: it stopped, it was lost, or {@link #close()} was called. */
    CompletionStage<Void> ended();

    /** Ends the sessions that were opened here, in good order; a gateway in another process goes on for others. */
    @Override
    void close();
}
