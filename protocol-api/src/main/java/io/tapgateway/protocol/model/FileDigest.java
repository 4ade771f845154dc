package io.tapgateway.protocol.model;

import java.util.Optional;

/**
 * What was in a file when somebody looked at it. Immutable.
 *
 * @param path as whoever looked calls it
 * @param sha256 of its bytes, in 64 hexadecimal digits; empty if nothing was there
 */
@MayChange
public record FileDigest(String path, Optional<String> sha256) {}
