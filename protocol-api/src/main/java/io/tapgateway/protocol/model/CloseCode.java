package io.tapgateway.protocol.model;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Why a connection was closed, with its WebSocket close code (D-018). Immutable. */
public enum CloseCode {
    /** After {@code goodbye}. */
    NORMAL(1000),
    /** The gateway stops. */
    GOING_AWAY(1001),
    /** A binary frame; the protocol is text. */
    UNSUPPORTED_DATA(1003),
    /** Text that is not UTF-8. */
    INVALID_TEXT(1007),
    /** The violation budget is used up (D-034), or malformed frames made pending calls ambiguous (D-029). */
    POLICY_VIOLATION(1008),
    /** A message too large even to be discarded (D-027). */
    MESSAGE_TOO_BIG(1009),
    /** A bug in the gateway, confined to this connection. */
    INTERNAL_ERROR(1011),
    /** All connection slots are in use (D-020). */
    OVER_CAPACITY(1013),
    /** A client of an agent server will not come back (W-027). */
    FINISHED(4000),
    /** {@code AUTH_FAILED}. */
    AUTH_FAILED(4401),
    /** {@code UNSUPPORTED_VERSION}. */
    UNSUPPORTED_VERSION(4406),
    /** A state or the keepalive timed out (D-017). */
    TIMED_OUT(4408),
    /** Another connection took this identity over (D-085). */
    TAKEN_OVER(4409),
    /** The peer does not read what it is sent (D-019). */
    SLOW_CONSUMER(4429);

    private static final int PROTOCOL_ERROR = 1002;
    private static final int NO_STATUS = 1005;
    private static final Map<Integer, CloseCode> KNOWN =
            Stream.of(values()).collect(Collectors.toUnmodifiableMap(CloseCode::code, code -> code));

    private final int code;

    CloseCode(int code) {
        this.code = code;
    }

    /** The number in the WebSocket close frame. */
    public int code() {
        return code;
    }

    /** What the number in a WebSocket close frame says; a peer that just vanished is {@link #GOING_AWAY}. */
    public static CloseCode ofWebSocket(int status) {
        return switch (status) {
            case PROTOCOL_ERROR -> POLICY_VIOLATION;
            case NO_STATUS -> NORMAL;
            default -> KNOWN.getOrDefault(status, GOING_AWAY);
        };
    }
}
