package io.tapgateway.protocol.model;

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

    private final int code;

    CloseCode(int code) {
        this.code = code;
    }

    /** The number in the WebSocket close frame. */
    public int code() {
        return code;
    }
}
