package io.tapgateway.link;

import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.user.UserAccess;
import java.util.Optional;

/**
 * Opens the sessions of hosts in other processes: the gateway itself, or an app that wants to know of them.
 * Thread-safe.
 */
@FunctionalInterface
public interface SessionOpener {
    /**
     * Opens a session.
     *
     * @throws IllegalStateException if that cannot be; the message is a sentence that the host is told
     */
    GatewaySession open(SessionInfo info, SessionHost host);

    /**
     * Has a host go on with a session of its window that is open already (M-011), whatever its id is. Nobody in it
     * notices. When the host closes the session that this gives, or is gone, the former one goes on with it, and {@link
     * SessionHost#closed} is called.
     *
     * @return empty if there is none, or the host names no window
     */
    default Optional<GatewaySession> adopt(SessionInfo info, SessionHost host) {
        return Optional.empty();
    }

    /**
     * The person at a session that was opened here (U-109); empty if nobody here knows of one.
     *
     * @param session what its gateway calls it
     */
    default Optional<UserAccess> user(SessionId session) {
        return Optional.empty();
    }
}
