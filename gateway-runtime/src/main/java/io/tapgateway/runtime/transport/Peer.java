package io.tapgateway.runtime.transport;

import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.TrustLevel;
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
     * An object in this process, with nothing to prove (D-022, D-058).
     *
     * @param session the session it was attached to
     * @param trust {@link TrustLevel#INTERNAL}, or {@link TrustLevel#PROJECT} for one that speaks for a program of that
     *     session
     */
    record InProcess(SessionId session, TrustLevel trust) implements Peer {
        /** @throws IllegalArgumentException for any other trust */
        public InProcess {
            if (trust != TrustLevel.INTERNAL && trust != TrustLevel.PROJECT) {
                throw new IllegalArgumentException("an object in the process is never trusted as " + trust);
            }
        }

        /** One that the process trusts like itself. */
        public InProcess(SessionId session) {
            this(session, TrustLevel.INTERNAL);
        }
    }
}
