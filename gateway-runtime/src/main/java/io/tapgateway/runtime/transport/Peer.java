package io.tapgateway.runtime.transport;

import io.tapgateway.protocol.model.SessionId;
import java.util.Optional;

/** Who is at the other end of a transport, as far as the transport itself can tell. Immutable. */
public sealed interface Peer {
    /**
     * A program that connected through a socket; it still has to prove who it is.
     *
     * @param origin the {@code Origin} of the page, which only browsers send (T-01)
     */
    record Remote(Optional<String> origin) implements Peer {}

    /**
     * An object in this process: internal trust, nothing to prove (D-022, D-058).
     *
     * @param session the session it was attached to
     */
    record InProcess(SessionId session) implements Peer {}
}
