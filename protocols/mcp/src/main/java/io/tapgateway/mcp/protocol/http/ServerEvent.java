package io.tapgateway.mcp.protocol.http;

import java.time.Duration;
import java.util.Optional;

/**
 * One event of a stream. Immutable.
 *
 * @param id where the stream is after it
 * @param type {@code message} if it does not say
 * @param retry how long the server wants its clients to wait before they come back
 */
record ServerEvent(Optional<String> id, String type, Optional<String> data, Optional<Duration> retry) {
    /** The type of an event that is a message. */
    static final String MESSAGE = "message";
}
