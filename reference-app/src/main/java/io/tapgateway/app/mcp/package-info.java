/**
 * The MCP servers that a person has configured, as providers of each session (M-060, M-061).
 *
 * <p>{@link io.tapgateway.app.mcp.McpServersFile} has them as their user wrote them, each an {@link
 * io.tapgateway.app.mcp.McpEntry}. {@link io.tapgateway.app.mcp.SessionMcpServers} starts those that are approved for
 * each session and ends them with it; everything about them happens on one thread. What was approved of their tools is
 * in a {@link io.tapgateway.app.mcp.McpPinFile} each.
 */
@NullMarked
package io.tapgateway.app.mcp;

import org.jspecify.annotations.NullMarked;
