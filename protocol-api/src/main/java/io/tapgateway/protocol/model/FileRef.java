package io.tapgateway.protocol.model;

import java.util.OptionalLong;

/**
 * A tool result that lies in a file of the provider's persistent directory (A/limits, D-152). Immutable.
 *
 * @param path absolute
 * @param size in bytes, not negative
 * @param ttlSeconds for how long the provider keeps the file, 1 to 86,400
 */
public record FileRef(String path, String mimeType, long size, OptionalLong ttlSeconds) {
    /** Longest {@code ttl}, in seconds. */
    public static final long MAX_TTL_SECONDS = 86_400;

    public FileRef {
        if (path.isEmpty()) {
            throw InvalidMessage.at("/path", "must not be empty");
        }
        if (mimeType.isEmpty()) {
            throw InvalidMessage.at("/mimeType", "must not be empty");
        }
        if (size < 0) {
            throw InvalidMessage.at("/size", "must not be negative");
        }
        if (ttlSeconds.isPresent() && (ttlSeconds.getAsLong() < 1 || ttlSeconds.getAsLong() > MAX_TTL_SECONDS)) {
            throw InvalidMessage.at("/ttl", "must be between 1 and " + MAX_TTL_SECONDS + " seconds");
        }
    }
}
