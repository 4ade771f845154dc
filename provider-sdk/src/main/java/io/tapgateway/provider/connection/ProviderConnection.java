package io.tapgateway.provider.connection;

import io.tapgateway.protocol.message.GatewayMessage;

/**
 * The SDK's end of one connection: what a transport reports.
 *
 * <p>The transport calls one method at a time, in the order in which things happened, on any thread. No method waits or
 * runs user code other than through the executor of its {@link ProviderSession}; each may send through the
 * {@link ProviderChannel} before it returns. After {@link #closed()} everything is ignored.
 */
public interface ProviderConnection {
    /**
     * A message of the gateway. Text frames that are no message of this protocol version are not reported (A/version).
     */
    void received(GatewayMessage message);

    /** The connection has ended, on whichever side. */
    void closed();
}
