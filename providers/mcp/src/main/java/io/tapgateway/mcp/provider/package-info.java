/**
 * A server of the Model Context Protocol, which runs as a program or is at an address, as a provider of one session.
 *
 * <p>{@link io.tapgateway.mcp.provider.McpServer} begins a {@link io.tapgateway.mcp.provider.ServerWire}, meets the
 * server and asks for its tools; {@code ToolBridge} makes tools of the gateway of them, {@code ToolPins} lets through
 * those that the user has approved, and {@code ServerChannel} carries calls there and answers back. When the wire ends,
 * so does the provider, and with it its calls; the next one begins when there is a wire again.
 *
 * <p>What is decided about a server is decided on one {@link io.tapgateway.programs.ProgramThread}. Of a program, one
 * thread reads what it prints, one writes what it is told, and one reads its standard error. What comes from an address
 * is taken apart on an executor, step by step.
 */
@NullMarked
package io.tapgateway.mcp.provider;

import org.jspecify.annotations.NullMarked;
