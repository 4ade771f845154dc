package io.tapgateway.link;

import java.net.ConnectException;
import java.net.http.WebSocketHandshakeException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionException;

/** What comes of one attempt to connect a host to its gateway. */
enum LinkAttempt {
    /** The link has a connection. */
    CONNECTED,
    /** Nobody listens there. */
    NOBODY,
    /** Somebody listens who cannot prove to be the gateway. */
    STRANGER,
    /** Somebody listens who speaks another version of the host link. */
    OTHER_VERSION,
    /** It is the gateway, but it does not want this host, or says what cannot be understood. */
    REFUSED,
    /**
     * Somebody listens who has said nothing in time, or hung up before: a stranger, or a gateway with too much to do.
     */
    SILENT,
    /** It is the gateway, but it has no place for this host, or no time. */
    BUSY,
    /** The gateway does not know the link any more. */
    GONE;

    /** When nobody has listened for so long, the gateway is dead, whatever its process number means now. */
    private static final Duration NOBODY_LISTENS = Duration.ofSeconds(3);

    /** The status of a gateway that has no place for another handshake. */
    private static final int UNAVAILABLE = 503;

    /**
     * Why there is no WebSocket. An answer that is no WebSocket comes from a stranger; no answer comes from a gateway
     * that has no time, or stops.
     */
    static LinkAttempt failedWith(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof ConnectException) {
            return NOBODY;
        }
        return cause instanceof WebSocketHandshakeException answered
                        && answered.getResponse().statusCode() != UNAVAILABLE
                ? STRANGER
                : SILENT;
    }

    /** Whether the same attempt may succeed a little later. */
    boolean mayPass() {
        return this == SILENT || this == BUSY;
    }

    /**
     * Why a host that has lost its connection does not try again after this attempt; empty if it does.
     *
     * @param alive whether the process of the gateway may be alive
     * @param lost for how long the connection has been lost
     */
    Optional<String> reasonToGiveUp(boolean alive, Duration lost) {
        return switch (this) {
            case CONNECTED -> Optional.empty();
            case GONE -> Optional.of("it does not know this host any more");
            case NOBODY -> reasonToGiveUp(alive, lost, NOBODY_LISTENS);
            case STRANGER, OTHER_VERSION, REFUSED, SILENT, BUSY -> reasonToGiveUp(alive, lost, LinkRules.GRACE);
        };
    }

    private static Optional<String> reasonToGiveUp(boolean alive, Duration lost, Duration longest) {
        if (!alive) {
            return Optional.of("its process has ended");
        }
        return lost.compareTo(longest) >= 0 ? Optional.of("it cannot be reached") : Optional.empty();
    }
}
