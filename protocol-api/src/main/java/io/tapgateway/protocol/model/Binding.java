package io.tapgateway.protocol.model;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Where a provider is registered. Immutable.
 *
 * @param providerId the gateway's name for it, for people
 * @param sessionId the session, or {@link SessionId#ALL}
 * @param persistDir a directory for files that outlive the session, if the gateway gave one
 */
public record Binding(ProviderId providerId, SessionId sessionId, Optional<Path> persistDir) {}
