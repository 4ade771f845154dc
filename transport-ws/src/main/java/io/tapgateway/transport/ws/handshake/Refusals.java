package io.tapgateway.transport.ws.handshake;

import java.util.Map;

/**
 * The answers to refused requests: a status and nothing else, no body, no CORS header, no redirect (D-013). Immutable.
 */
final class Refusals {
    private static final Map<Integer, String> REASONS = Map.of(
            400, "Bad Request",
            403, "Forbidden",
            404, "Not Found",
            405, "Method Not Allowed",
            426, "Upgrade Required",
            431, "Request Header Fields Too Large",
            503, "Service Unavailable");

    private Refusals() {}

    static String answer(int status) {
        return "HTTP/1.1 " + status + ' ' + REASONS.getOrDefault(status, "Refused") + "\r\n"
                + required(status)
                + "Content-Length: 0\r\nConnection: close\r\n\r\n";
    }

    /** What RFC 9110 and RFC 6455 want to see with some of them. */
    private static String required(int status) {
        return switch (status) {
            case 405 -> "Allow: GET\r\n";
            case 426 -> "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n";
            default -> "";
        };
    }
}
