package io.tapgateway.mcp.session;

import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.AgentWindow;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where an agent works, and how it is served there. Immutable.
 *
 * @param cwd the agent's directory; empty if nobody knows
 * @param vague whether it is one that says little, so that the agent's first root is better where it has one (M-011)
 * @param window by what other parts of the agent find the session; empty if it runs elsewhere
 * @param guestOf the session of somebody else in which it takes part (M-011); empty if it has one of its own
 */
public record AgentPlace(
        FaceSettings settings,
        Optional<Path> cwd,
        boolean vague,
        Optional<AgentWindow> window,
        Optional<SessionId> guestOf) {}
