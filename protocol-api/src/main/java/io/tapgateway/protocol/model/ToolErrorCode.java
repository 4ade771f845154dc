package io.tapgateway.protocol.model;

import java.util.Optional;

/** Why a tool call failed, as the session host sees it (D-141). Immutable. */
public enum ToolErrorCode {
    /** No such tool or target. */
    NOT_FOUND(true),
    /** The tool's timeout or the queue-wait limit passed. */
    TIMEOUT(true),
    /** Interrupted by the session, a rebind or a shutdown; or the provider gave up by itself. */
    CANCELLED(true),
    /** The provider's connection ended with the call in flight. */
    DISCONNECTED(false),
    /** The call was denied, or the provider may not answer this way. */
    UNAUTHORIZED(true),
    /** The arguments are not what the tool takes: the caller's mistake. */
    INVALID_ARGUMENTS(true),
    /** The provider failed, or its answer could not be used. */
    INTERNAL(true),
    /** Eleven or more calls would have waited for a slot. */
    RATE_LIMITED(false),
    /** The arguments do not fit into a message. */
    PAYLOAD_TOO_LARGE(false);

    private final boolean acceptedFromProvider;

    ToolErrorCode(boolean acceptedFromProvider) {
        this.acceptedFromProvider = acceptedFromProvider;
    }

    /**
     * The code a provider may put into a {@code tool.result} under that wire name; empty for any other text (D-146).
     */
    public static Optional<ToolErrorCode> fromProvider(String wireName) {
        for (ToolErrorCode code : values()) {
            if (code.acceptedFromProvider && code.name().equals(wireName)) {
                return Optional.of(code);
            }
        }
        return Optional.empty();
    }
}
