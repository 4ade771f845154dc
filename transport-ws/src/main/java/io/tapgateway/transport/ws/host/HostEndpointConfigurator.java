package io.tapgateway.transport.ws.host;

import io.tapgateway.transport.ws.handshake.HandshakePolicy;
import io.tapgateway.transport.ws.handshake.OriginPolicy;
import io.tapgateway.transport.ws.handshake.RequestHead;
import io.tapgateway.transport.ws.handshake.Verdict;
import jakarta.websocket.Extension;
import jakarta.websocket.HandshakeResponse;
import jakarta.websocket.server.HandshakeRequest;
import jakarta.websocket.server.ServerEndpointConfig;
import java.util.List;
import java.util.Set;
import org.glassfish.tyrus.spi.UpgradeResponse;

/** Lets programs of this machine through to the greeting, and no web page at all (T-01, T-02). Thread-safe. */
final class HostEndpointConfigurator extends ServerEndpointConfig.Configurator {
    /** With other codes than this one the library might open the session all the same. */
    private static final int FORBIDDEN = 403;

    private final HandshakePolicy policy = new HandshakePolicy(OriginPolicy.only(Set.of()));
    private final HostPort port;

    HostEndpointConfigurator(HostPort port) {
        this.port = port;
    }

    @Override
    public <T> T getEndpointInstance(Class<T> endpointClass) {
        return endpointClass.cast(new HostEndpoint(port));
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
        if (!(response instanceof UpgradeResponse answer)) {
            throw new IllegalStateException("modifyHandshake: this container cannot refuse a handshake here");
        }
        if (policy.judgeCaller(head(request), port.port()) instanceof Verdict.Refused) {
            answer.setStatus(FORBIDDEN);
        }
    }

    private static RequestHead head(HandshakeRequest request) {
        List<RequestHead.Header> headers = request.getHeaders().entrySet().stream()
                .flatMap(header ->
                        header.getValue().stream().map(value -> new RequestHead.Header(header.getKey(), value)))
                .toList();
        return new RequestHead("GET", request.getRequestURI().getPath(), "HTTP/1.1", headers);
    }
}
