/**
 * The Model Context Protocol as servers and clients speak it: JSON-RPC 2.0, the revisions that begin with a
 * handshake and, as a server, the one whose requests stand by themselves, lines on standard streams, and streams of
 * events over HTTP. Everything here is a computation: bytes and messages come in, decisions and texts go out.
 *
 * <p>{@link io.tapgateway.mcp.protocol.LineFraming} makes lines of bytes, {@link
 * io.tapgateway.mcp.protocol.RpcMessage#read} a message of a line, and {@link
 * io.tapgateway.mcp.protocol.ServerConnection} says by a {@link io.tapgateway.mcp.protocol.Reaction} what a server does
 * about it, {@link io.tapgateway.mcp.protocol.ClientConnection} by {@link io.tapgateway.mcp.protocol.ServerNews} what
 * it means to a client. Over HTTP, {@link io.tapgateway.mcp.protocol.HttpHead} judges what the head of a request says,
 * {@link io.tapgateway.mcp.protocol.SessionIds} names sessions, and {@link io.tapgateway.mcp.protocol.EventJournal}
 * keeps what was sent for streams that are resumed. The state of a connection is confined to one thread at a time, and
 * so is a journal; all else is immutable.
 */
@NullMarked
package io.tapgateway.mcp.protocol;

import org.jspecify.annotations.NullMarked;
