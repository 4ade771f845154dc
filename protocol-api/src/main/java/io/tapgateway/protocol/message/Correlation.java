package io.tapgateway.protocol.message;

import java.util.Optional;

/**
 * The ids a message carried, as plain text, so that an error can repeat them even when the message was broken (D-033).
 * Immutable.
 */
public record Correlation(
        Optional<String> sessionId,
        Optional<String> requestId,
        Optional<String> queryId,
        Optional<String> id,
        Optional<String> callId) {
    /** No ids. */
    public static final Correlation NONE =
            new Correlation(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    /** Only a session. */
    public static Correlation ofSession(String sessionId) {
        return new Correlation(
                Optional.of(sessionId), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }
}
