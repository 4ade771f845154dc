package io.tapgateway.transport.ws;

import io.tapgateway.protocol.model.Limits;
import java.time.Duration;

/**
 * How the provider port listens. Immutable.
 *
 * @param port the port on every loopback address; 0 picks a free one
 * @param origins from which web origins pages may connect
 * @param stallTimeout after how long without progress a connection with unread output is closed (D-019)
 * @param bufferedBytes how much all connections together may hold of messages that are not complete yet (T-28)
 */
public record WebSocketSettings(int port, OriginPolicy origins, Duration stallTimeout, long bufferedBytes) {
    /** The port of the specification (A/split). */
    public static final int STANDARD_PORT = Limits.STANDARD_PORT;

    private static final Duration STALL_TIMEOUT = Duration.ofSeconds(30);
    private static final long BUFFERED_BYTES = 64L << 20;

    public WebSocketSettings {
        if (stallTimeout.isNegative() || stallTimeout.isZero()) {
            throw new IllegalArgumentException("The stall timeout must be above zero");
        }
        if (bufferedBytes < 0) {
            throw new IllegalArgumentException("The number of buffered bytes must not be negative");
        }
    }

    /** Port 9400, and every web origin may try to pair. */
    public static WebSocketSettings standard() {
        return new WebSocketSettings(STANDARD_PORT, OriginPolicy.everyOrigin(), STALL_TIMEOUT, BUFFERED_BYTES);
    }

    /** These settings with another port. */
    public WebSocketSettings withPort(int other) {
        return new WebSocketSettings(other, origins, stallTimeout, bufferedBytes);
    }

    /** These settings with another policy for web origins. */
    public WebSocketSettings withOrigins(OriginPolicy other) {
        return new WebSocketSettings(port, other, stallTimeout, bufferedBytes);
    }

    /** These settings with another patience for peers that do not read. */
    public WebSocketSettings withStallTimeout(Duration other) {
        return new WebSocketSettings(port, origins, other, bufferedBytes);
    }

    /** These settings with another bound on incomplete messages. */
    public WebSocketSettings withBufferedBytes(long other) {
        return new WebSocketSettings(port, origins, stallTimeout, other);
    }
}
