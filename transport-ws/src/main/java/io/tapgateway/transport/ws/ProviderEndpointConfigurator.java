package io.tapgateway.transport.ws;

import io.tapgateway.transport.ws.handshake.HandshakePolicy;
import io.tapgateway.transport.ws.handshake.RequestHead;
import io.tapgateway.transport.ws.handshake.Verdict;
import jakarta.websocket.Extension;
import jakarta.websocket.HandshakeResponse;
import jakarta.websocket.server.HandshakeRequest;
import jakarta.websocket.server.ServerEndpointConfig;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.glassfish.tyrus.core.RequestContext;
import org.glassfish.tyrus.spi.UpgradeResponse;

/**
 * Makes endpoints, negotiates neither subprotocols nor extensions (D-015), and asks the {@link HandshakePolicy} once more: the
 * last line, for containers that do not have the filter in front. Thread-safe.
 */
final class ProviderEndpointConfigurator extends ServerEndpointConfig.Configurator {
    /** With other codes than this one the library might open the session all the same. */
    private static final int FORBIDDEN = 403;

    private final HandshakePolicy policy;
    private final Supplier<ProviderEndpoint> endpoints;

    ProviderEndpointConfigurator(HandshakePolicy policy, Supplier<ProviderEndpoint> endpoints) {
        this.policy = policy;
        this.endpoints = endpoints;
    }

    @Override
    public <T> T getEndpointInstance(Class<T> endpointClass) {
        return endpointClass.cast(endpoints.get());
    }

    @Override
    public String getNegotiatedSubprotocol(List<String> supported, List<String> requested) {
        return "";
    }

    @Override
    public List<Extension> getNegotiatedExtensions(List<Extension> installed, List<Extension> requested) {
        return List.of();
    }

    @Override
    public boolean checkOrigin(String originHeaderValue) {
        // Judged below, where Host is in sight too.
        return true;
    }

    @Override
    public void modifyHandshake(ServerEndpointConfig config, HandshakeRequest request, HandshakeResponse response) {
        if (!(request instanceof RequestContext asked && response instanceof UpgradeResponse answer)) {
            throw new IllegalStateException("modifyHandshake: this container cannot refuse a handshake here");
        }
        Verdict verdict = policy.judgeCaller(head(asked), asked.getServerPort());
        if (verdict instanceof Verdict.Accepted accepted) {
            accepted.origin().ifPresent(origin -> config.getUserProperties().put(ProviderEndpoint.ORIGIN, origin));
        } else {
            answer.setStatus(FORBIDDEN);
        }
    }

    private static RequestHead head(HandshakeRequest request) {
        List<RequestHead.Header> headers = request.getHeaders().entrySet().stream()
                .flatMap(ProviderEndpointConfigurator::lines)
                .toList();
        return new RequestHead("GET", request.getRequestURI().getPath(), "HTTP/1.1", headers);
    }

    private static Stream<RequestHead.Header> lines(Map.Entry<String, List<String>> header) {
        return header.getValue().stream().map(value -> new RequestHead.Header(header.getKey(), value));
    }
}
