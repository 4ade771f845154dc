/**
 * The provider port.
 *
 * <p>{@link io.tapgateway.transport.ws.WebSocketTransport} listens on the loopback addresses. A connection comes in
 * through the {@code handshake} package, its frames through the {@code frame} package; then a {@code MessageAssembler}
 * makes texts of them, decodes them and hands them to the gateway, all on the I/O thread of the connection. What the
 * gateway sends waits in an {@code Outbox} until it flushes, outside its loop, on whatever thread that is. Nothing on
 * either way blocks.
 */
@NullMarked
package io.tapgateway.transport.ws;

import org.jspecify.annotations.NullMarked;
