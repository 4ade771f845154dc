/**
 * {@code mcp-server}: the MCP servers of this user, and of sessions.
 *
 * <p>{@code McpServers} finds the entry that a key means in the files of {@code app.mcp}, and tells the running
 * gateway, if there is one, that they have changed. At the prompt there are fewer of these commands, and one more,
 * which {@code cli.run} has. Everything runs on the main thread.
 */
@NullMarked
package io.tapgateway.app.cli.mcp;

import org.jspecify.annotations.NullMarked;
