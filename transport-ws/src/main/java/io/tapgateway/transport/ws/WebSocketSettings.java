package io.tapgateway.transport.ws;

import io.tapgateway.protocol.model.Limits;
import io.tapgateway.runtime.transport.PayloadRoom;
import java.time.Duration;

/**
 * How the provider port listens. Immutable.
 *
 * @param port the port on every loopback address; 0 picks a free one
 * @param origins from which web origins pages may connect
 * @param stallTimeout after how long without progress a connection with unread output is closed (D-019)
 * @param room where large messages find room, or wait for it, from their first part until the hosts have what followed
 *     (T-28, T-58)
 */
public record WebSocketSettings(int port, OriginPolicy origins, Duration stallTimeout, PayloadRoom room) {
    /** The port of the specification (A/split). */
    public static final int STANDARD_PORT = Limits.STANDARD_PORT;

    private static final Duration STALL_TIMEOUT = Duration.ofSeconds(30);

    public WebSocketSettings {
        if (stallTimeout.isNegative() || stallTimeout.isZero()) {
            throw new IllegalArgumentException("The stall timeout must be above zero");
        }
    }

    /** Port 9400, and every web origin may try to pair. */
    public static WebSocketSettings standard() {
        return new WebSocketSettings(STANDARD_PORT, OriginPolicy.everyOrigin(), STALL_TIMEOUT, PayloadRoom.ofHeap());
    }

    /** These settings with another port. */
    public WebSocketSettings withPort(int other) {
        return new WebSocketSettings(other, origins, stallTimeout, room);
    }

    /** These settings with another policy for web origins. */
    public WebSocketSettings withOrigins(OriginPolicy other) {
        return new WebSocketSettings(port, other, stallTimeout, room);
    }

    /** These settings with another patience for peers that do not read. */
    public WebSocketSettings withStallTimeout(Duration other) {
        return new WebSocketSettings(port, origins, other, room);
    }

    /** These settings with another room for large messages; the standard one is {@link PayloadRoom#ofHeap()}. */
    public WebSocketSettings withRoom(PayloadRoom other) {
        return new WebSocketSettings(port, origins, stallTimeout, other);
    }
}
