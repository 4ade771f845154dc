package io.tapgateway.mcp.session;

import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionAccess;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.SessionListener;
import io.tapgateway.user.Attachment;
import io.tapgateway.user.Surface;
import java.io.IOException;
import java.util.Optional;

/** The way to a gateway, wherever it lives. Asked for sessions by one thread at a time, which waits. */
@FunctionalInterface
public interface GatewayAccess {
    /**
     * Opens a session. Asked again, after a while, if it fails or when the session has ended.
     *
     * @param host does not block, and may be called by any thread
     * @throws IOException if there is no gateway to be reached
     * @throws IllegalStateException if the gateway does not take the session
     */
    GatewaySession open(SessionInfo info, SessionHost host) throws IOException;

    /**
     * Takes part in a session that somebody else hosts (M-011). Asked again, after a while, if it fails or when the
     * session has ended.
     *
     * @param guest does not block, and may be called by any thread
     * @throws IOException if there is no gateway to be reached
     * @throws IllegalStateException if there is no such session, or it takes no more guests; the message is a sentence
     */
    default SessionAccess attach(SessionId session, SessionListener guest) throws IOException {
        throw new IllegalStateException("cannot attach to session '" + session + "': there is no way from here");
    }

    /**
     * Has the person of a session sit at one more surface: in front of the agent (U-108). Called by any thread, and
     * does not block; what becomes of it comes before whatever the session is asked after that.
     *
     * @param session one that is open
     * @return empty if there is no way to the person from here
     */
    default Optional<Attachment> attach(SessionId session, Surface surface) {
        return Optional.empty();
    }
}
