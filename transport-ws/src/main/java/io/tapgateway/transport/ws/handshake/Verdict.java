package io.tapgateway.transport.ws.handshake;

import java.util.Optional;

/** What becomes of a request. Immutable. */
public sealed interface Verdict {
    /**
     * It may become a WebSocket.
     *
     * @param origin the page it comes from, or nothing for a native program
     */
    record Accepted(Optional<String> origin) implements Verdict {}

    /**
     * It is answered and the connection ends.
     *
     * @param status the HTTP status
     * @param reason for the log: which rule it broke, in our own words
     */
    record Refused(int status, String reason) implements Verdict {}
}
