/**
 * Connecting agents that are programs of their own.
 *
 * <p>{@code connect} writes into an agent's configuration that it is to run {@code mcp}, for the tools of a session,
 * and {@code hook}, for asking before it uses its own ones; the agent does so from then on. Everything here runs on the
 * main thread; the MCP server has threads of its own.
 */
@NullMarked
package io.tapgateway.app.cli.agent;

import org.jspecify.annotations.NullMarked;
