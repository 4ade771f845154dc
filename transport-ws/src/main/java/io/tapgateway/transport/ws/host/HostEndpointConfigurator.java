package io.tapgateway.transport.ws.host;

import io.tapgateway.transport.ws.handshake.HandshakePolicy;
import io.tapgateway.transport.ws.handshake.OriginPolicy;
import io.tapgateway.transport.ws.handshake.PolicedConfigurator;
import io.tapgateway.transport.ws.handshake.Verdict;
import jakarta.websocket.Endpoint;
import jakarta.websocket.server.HandshakeRequest;
import jakarta.websocket.server.ServerEndpointConfig;
import java.util.Set;

/** Lets programs of this machine through to the greeting, and no web page at all (T-01, T-02). Thread-safe. */
final class HostEndpointConfigurator extends PolicedConfigurator {
    private final HostPort port;

    HostEndpointConfigurator(HostPort port) {
        super(new HandshakePolicy(OriginPolicy.only(Set.of())));
        this.port = port;
    }

    @Override
    protected Endpoint newEndpoint() {
        return new HostEndpoint(port);
    }

    @Override
    protected int port(HandshakeRequest request) {
        return port.port();
    }

    @Override
    protected void accepted(Verdict.Accepted caller, ServerEndpointConfig config) {}
}
