/**
 * How a client speaks MCP over HTTP: which request is sent when, what comes of it, and what is tried again.
 *
 * <p>A {@link io.tapgateway.mcp.protocol.http.HttpTalk} is told what is to be sent and what has come, and answers with
 * {@link io.tapgateway.mcp.protocol.http.HttpAct}s: requests to be sent, pauses to be waited for, messages that were
 * received. {@link io.tapgateway.mcp.protocol.http.StreamableTalk} is Streamable HTTP, {@link
 * io.tapgateway.mcp.protocol.http.SseTalk} the transport of 2024-11-05. Nothing here has a socket, a thread or a
 * clock; a talk is confined to one thread at a time, and all else is immutable.
 */
@NullMarked
package io.tapgateway.mcp.protocol.http;

import org.jspecify.annotations.NullMarked;
