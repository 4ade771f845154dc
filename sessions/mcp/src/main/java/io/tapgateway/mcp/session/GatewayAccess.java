package io.tapgateway.mcp.session;

import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import java.io.IOException;

/** The way to a gateway, wherever it lives. Asked by one thread at a time, which waits. */
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
}
