/**
 * Connects providers written in Java to a gateway in another process: {@link
 * io.tapgateway.provider.ws.WebSocketProvider} is the way in. For each session of a provider, a {@code Reconnector}
 * makes one {@code WebSocketClientChannel} after the other, over the JDK's WebSocket; there is no server and no
 * WebSocket library in a provider's class path.
 */
@NullMarked
package io.tapgateway.provider.ws;

import org.jspecify.annotations.NullMarked;
