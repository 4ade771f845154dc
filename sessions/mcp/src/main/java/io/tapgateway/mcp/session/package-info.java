/**
 * An agent that speaks the Model Context Protocol as the host of a session: it has the session's tools as those of an
 * MCP server.
 *
 * <p>{@link io.tapgateway.mcp.session.StdioFace} reads what the agent sends and does what {@code ServerConnection} of
 * {@code mcp-protocol} decides; one thread reads, one writes, and calls run as the gateway runs them. The session comes
 * from a {@link io.tapgateway.mcp.session.GatewayAccess}, and again when it has ended: the agent's connection stays
 * whatever becomes of gateways.
 *
 * <p>{@link io.tapgateway.mcp.session.HttpFaces} does the same for agents over HTTP, which somebody else receives and
 * answers: what is said goes by an {@code HttpWire} for each session, as by a {@code LineWire} over standard streams.
 */
@NullMarked
package io.tapgateway.mcp.session;

import org.jspecify.annotations.NullMarked;
