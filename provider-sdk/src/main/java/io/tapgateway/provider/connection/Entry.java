package io.tapgateway.provider.connection;

import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.provider.Credentials;

/** How a provider gets into a session. Immutable. */
sealed interface Entry {
    /** From elsewhere: it proves who it is, and chooses among the sessions it is shown. */
    record Remote(Credentials credentials) implements Entry {}

    /** From the gateway's own process: it is known, and bound to what it was attached to (D-058). */
    record InProcess(SessionId session) implements Entry {}
}
