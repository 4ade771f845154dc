package io.tapgateway.link;

import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionAccess;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.SessionListener;
import io.tapgateway.user.UserAccess;
import java.util.Optional;

/**
 * Opens the sessions of hosts in other processes: the gateway itself, or an app that wants to know of them.
 * Thread-safe.
 */
@FunctionalInterface
public interface SessionOpener {
    /** A gateway in whose sessions hosts may also take part that have not opened them. */
    static SessionOpener of(Gateway gateway) {
        return new SessionOpener() {
            @Override
            public GatewaySession open(SessionInfo info, SessionHost host) {
                return gateway.openSession(info, host);
            }

            @Override
            public SessionAccess attach(SessionId session, SessionListener guest) {
                return gateway.attach(session, guest);
            }
        };
    }

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
     * Has a host take part in a session that somebody else hosts (M-011), as {@link Gateway#attach} does.
     *
     * @param session what its gateway calls it
     * @throws IllegalStateException if that cannot be; the message is a sentence that the host is told
     */
    default SessionAccess attach(SessionId session, SessionListener guest) {
        throw new IllegalStateException("cannot attach to session '" + session + "': sessions here have no guests");
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
