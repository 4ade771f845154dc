package io.tapgateway.protocol.model;

import java.util.Optional;

/**
 * A session as a provider may see it. Immutable.
 *
 * @param cwd only for providers that are authorized for the session (D-060)
 * @param foreground only for internal providers
 */
public record SessionSummary(SessionId id, String label, Optional<String> cwd, Optional<Boolean> foreground) {}
