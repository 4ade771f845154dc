package io.tapgateway.runtime.core.connection;

import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.runtime.core.state.Connection;

/** Ends a connection from the gateway's side, with everything that hangs on it. */
@FunctionalInterface
public interface Hangup {
    /** Ends it now; harmless if it has ended. */
    void hangUp(Connection connection, CloseCode code, String reason);
}
