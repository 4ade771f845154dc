package io.tapgateway.mcp.session;

import io.tapgateway.runtime.AgentWindow;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where an agent works. Immutable.
 *
 * @param version of the program that serves it
 * @param cwd the agent's directory; empty if nobody knows
 * @param window by what other parts of the agent find the session; empty if it runs elsewhere
 * @param lazy which tools it has to look for
 */
public record AgentPlace(String version, Optional<Path> cwd, Optional<AgentWindow> window, LazyTools lazy) {}
