package io.tapgateway.app.mcp;

import io.tapgateway.mcp.provider.McpServerView;
import io.tapgateway.protocol.model.SessionId;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How a server is in one session. Immutable.
 *
 * @param config the file of the workspace that brings it along; empty for one of the home
 * @param problem why it was not started, or what its user has to do for it; empty if there is nothing
 * @param view how it is; empty if it was not started
 */
public record McpStatus(
        SessionId session, McpEntry entry, Optional<Path> config, String problem, Optional<McpServerView> view) {}
