/**
 * Who may open a WebSocket, decided before any library has seen the request.
 *
 * <p>{@link io.tapgateway.transport.ws.handshake.HandshakeFilter} stands first in the chain and sees raw bytes. It
 * collects the head of the one request a connection may make, {@link io.tapgateway.transport.ws.http.HeadParser} reads
 * it strictly, {@link io.tapgateway.transport.ws.handshake.HandshakePolicy} decides, and only what it accepts
 * goes on. Everything but the filter and {@link io.tapgateway.transport.ws.handshake.PendingHandshakes} is immutable
 * and free of I/O; the filter runs on I/O threads.
 */
@NullMarked
package io.tapgateway.transport.ws.handshake;

import org.jspecify.annotations.NullMarked;
