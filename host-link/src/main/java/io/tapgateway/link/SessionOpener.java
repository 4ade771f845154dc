package io.tapgateway.link;

import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;

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
}
