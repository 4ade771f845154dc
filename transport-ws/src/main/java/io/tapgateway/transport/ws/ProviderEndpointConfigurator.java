package io.tapgateway.transport.ws;

import io.tapgateway.transport.ws.handshake.HandshakePolicy;
import io.tapgateway.transport.ws.handshake.PolicedConfigurator;
import io.tapgateway.transport.ws.handshake.PolicedEndpoint;
import io.tapgateway.transport.ws.handshake.Verdict;
import jakarta.websocket.server.HandshakeRequest;
import jakarta.websocket.server.ServerEndpointConfig;
import java.util.function.Supplier;
import org.glassfish.tyrus.core.RequestContext;

/** Lets providers through, and has their endpoints know where a page comes from. Thread-safe. */
final class ProviderEndpointConfigurator extends PolicedConfigurator {
    private final Supplier<ProviderEndpoint> endpoints;

    ProviderEndpointConfigurator(HandshakePolicy policy, Supplier<ProviderEndpoint> endpoints) {
        super(policy);
        this.endpoints = endpoints;
    }

    @Override
    protected PolicedEndpoint newEndpoint() {
        return endpoints.get();
    }

    @Override
    protected int port(HandshakeRequest request) {
        if (request instanceof RequestContext asked) {
            return asked.getServerPort();
        }
        throw new IllegalStateException("port: this container does not tell where a caller has come to");
    }

    @Override
    protected void accepted(Verdict.Accepted caller, ServerEndpointConfig config) {
        caller.origin().ifPresent(origin -> config.getUserProperties().put(ProviderEndpoint.ORIGIN, origin));
    }
}
