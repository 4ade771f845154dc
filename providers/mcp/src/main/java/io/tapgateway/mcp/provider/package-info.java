/**
 * A server of the Model Context Protocol, which runs as a program, as a provider of one session.
 *
 * <p>{@link io.tapgateway.mcp.provider.McpServer} starts the program, meets the server and asks for its tools; {@code
 * ToolBridge} makes tools of the gateway of them, {@code ToolPins} lets through those that the user has approved, and
 * {@code ServerChannel} carries calls there and answers back. When the program ends, so does the provider, and with it
 * its calls; the next one begins when the program runs again.
 *
 * <p>What is decided about a server is decided on one {@link io.tapgateway.programs.ProgramThread}. One thread reads
 * what the server prints, one writes what it is told, and one reads its standard error.
 */
@NullMarked
package io.tapgateway.mcp.provider;

import org.jspecify.annotations.NullMarked;
