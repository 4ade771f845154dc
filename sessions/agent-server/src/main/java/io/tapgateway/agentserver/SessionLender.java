package io.tapgateway.agentserver;

import io.tapgateway.model.ThinkingAgent;
import io.tapgateway.protocol.model.MayChange;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.user.SessionUser;
import io.tapgateway.workspace.checkpoint.Checkpoints;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** Opens sessions of a gateway for clients, with whatever belongs into them: a workspace, for example. Thread-safe. */
@MayChange
@FunctionalInterface
public interface SessionLender {
    /**
     * A session in which an agent thinks.
     *
     * @param session what {@link ThinkingAgent#drive} has returned
     * @param checkpoints those of its workspace, if any are made there
     * @param mcp the MCP servers that are in it
     */
    record Lent(
            ThinkingAgent agent,
            GatewaySession session,
            SessionUser user,
            Optional<Checkpoints> checkpoints,
            McpServers mcp) {}

    /** The MCP servers of one session. Thread-safe. */
    @FunctionalInterface
    interface McpServers {
        /** Has all of them join the session, or leave it; those of other sessions are as before. Does not wait. */
        void attach(boolean attached);
    }

    /**
     * Opens one.
     *
     * @param agent makes its agent
     * @param timeline hears of its timeline; must neither block nor throw
     * @throws IllegalStateException if there can be none; the message is a sentence for people
     */
    Lent lend(SessionInfo info, Function<SessionUser, ThinkingAgent> agent, Consumer<TimelineEntry> timeline);
}
