package io.tapgateway.protocol.model;

/** Why the gateway refused a message (A/errors); the {@code code} of an {@code error} message. Immutable. */
public enum ErrorCode {
    /** Not valid JSON, or a field breaks its rule; the text carries a JSON pointer (D-030). */
    INVALID_JSON(false),
    /** A type this gateway does not know, or one that is not legal in the present state (D-007, D-032). */
    UNKNOWN_TYPE(false),
    /** No such session, or not one this provider may use: the two are not told apart (D-035). */
    INVALID_SESSION(false),
    /** The credential was not accepted. Fatal. */
    AUTH_FAILED(true),
    /** Another connection holds this identity. */
    DUPLICATE_INSTANCE(false),
    /** A tool name is taken in that session. */
    TOOL_CONFLICT(false),
    /** Too often or too many at once; back off for a second. */
    RATE_LIMITED(false),
    /** A message or a list in it is above its limit. */
    PAYLOAD_TOO_LARGE(false),
    /** The gateway does not speak the version in {@code hello}. Fatal. */
    UNSUPPORTED_VERSION(true),
    /** The trust level of this connection does not include that capability. */
    UNAUTHORIZED(false);

    private final boolean fatal;

    ErrorCode(boolean fatal) {
        this.fatal = fatal;
    }

    /** Whether the connection closes after this error. */
    public boolean fatal() {
        return fatal;
    }
}
