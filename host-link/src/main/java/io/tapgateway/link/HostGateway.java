package io.tapgateway.link;

import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.Secret;
import io.tapgateway.runtime.SessionAccess;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.SessionListener;
import io.tapgateway.user.UserAccess;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * A gateway as a session host sees it, wherever it lives: in this process or in another one (D-225). Thread-safe.
 *
 * <p>Sessions behave the same in either case, with what distance brings about: {@link GatewaySession#tools()} and
 * whatever else asks how something is now waits for the answer of the other process, a few seconds at most, and then
 * gives what was known last.
 *
 * <p>When a gateway in another process dies, every outstanding call ends as {@code DISCONNECTED} (D-227), and this
 * object looks for the next gateway, or starts it if it was told how. The {@link GatewaySession}s stay what they are
 * and are opened there again, with the same id, label and host, the names and the choices that were last made in them.
 * Meanwhile they have no tools, calls end at once as {@code DISCONNECTED}, and the use of tools is denied; the
 * session's timeline tells when the gateway is gone and when there is a new one. What the former one had is lost:
 * streams, timelines, the tokens of programs; providers have to connect anew. A session whose id somebody else has
 * taken meanwhile is closed.
 *
 * <p>A gateway that was told to stop has no successor: its sessions are closed, and {@link #ended()} completes.
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

    /** Where this one lives, and how the host has come by it: the last one, if gateways have died. */
    Place place();

    /**
     * Where providers connect, for the programs that the host starts; empty in this process. Another gateway may be
     * elsewhere.
     */
    Optional<URI> providerUrl();

    /**
     * Registers a session. Waits for the gateway; while one is being looked for, as long as a start may take.
     *
     * @throws IllegalStateException if the id is in use (D-066), the gateway takes no more sessions, or it is gone; the
     *     message is a sentence for people
     */
    GatewaySession openSession(SessionInfo info, SessionHost host);

    /**
     * Takes part in a session that somebody else hosts at this gateway, as {@link
     * io.tapgateway.runtime.Gateway#attach} does. Waits as {@link #openSession} does. At the next gateway the guest
     * takes part in the session of that id, be it opened there a while later; where none is, it has left.
     *
     * @param session what its gateway calls it
     * @throws IllegalStateException if there is no session of that id, it takes no more guests, this host has a part in
     *     it already, or the gateway is gone or of a former version; the message is a sentence for people
     */
    SessionAccess attach(SessionId session, SessionListener guest);

    /**
     * The person at a session that was opened here, whom its host may ask, and who may sit at surfaces of the host
     * (U-109): approvals, questions and forms, no notes, lines or panels. What is said there is on its way when a
     * method of the {@link io.tapgateway.user.Attachment} returns true, and counts unless somebody was faster. A
     * surface stays attached when another gateway has taken the place of one that died.
     *
     * @return empty if the gateway is in this process, whose owner has the person
     */
    default Optional<UserAccess> user(GatewaySession session) {
        return Optional.empty();
    }

    /**
     * A token for one program that the host starts for one of its sessions (D-039, D-228).
     *
     * @throws IllegalStateException if this host has no such session
     */
    Secret issueSpawnToken(SessionId session, ProviderName name);

    /** Makes a token worthless and closes its connections at once (D-041). */
    void revoke(Secret token);

    /**
     * Has a listener called each time that another gateway has taken the place of one that died, once the sessions are
     * open there: for what they do not get back by themselves, as the tokens of programs. Listeners run on threads of
     * the host; what they throw is logged.
     */
    void onReplaced(Runnable listener);

    /** Completes when this gateway can be used no longer: it was stopped, or {@link #close()} was called. */
    CompletionStage<Void> ended();

    /**
     * Ends the sessions that were opened here, in good order, and leaves those that others host; a gateway in another
     * process goes on for others.
     */
    @Override
    void close();
}
