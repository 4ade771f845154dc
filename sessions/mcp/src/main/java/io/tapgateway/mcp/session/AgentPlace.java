package io.tapgateway.mcp.session;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Where an agent works. Immutable.
 *
 * @param version of the program that serves it
 * @param cwd the agent's directory; empty if nobody knows
 */
public record AgentPlace(String version, Optional<Path> cwd) {}
