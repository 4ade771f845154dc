package io.tapgateway.transport.ws.handshake;

import jakarta.websocket.Endpoint;

/**
 * What a {@link PolicedConfigurator} makes. The library looks for the methods to call in this class and finds its own;
 * so the classes that override them need not be public. Stateless.
 */
public abstract class PolicedEndpoint extends Endpoint {
    protected PolicedEndpoint() {}
}
