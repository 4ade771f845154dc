package io.tapgateway.app.mcp;

import io.tapgateway.mcp.provider.McpServerView;
import io.tapgateway.protocol.model.SessionId;
import java.util.Optional;

/**
 * How a server is in one session. Immutable.
 *
 * @param problem why it was not started; empty if it was
 * @param view how it is; empty if it was not started
 */
public record McpStatus(SessionId session, McpEntry entry, String problem, Optional<McpServerView> view) {}
