package io.tapgateway.transport.ws.handshake;

import io.tapgateway.transport.ws.http.RequestHead;
import jakarta.websocket.Extension;
import jakarta.websocket.HandshakeResponse;
import jakarta.websocket.server.HandshakeRequest;
import jakarta.websocket.server.ServerEndpointConfig;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.glassfish.tyrus.spi.UpgradeResponse;

/**
 * Makes endpoints, negotiates no extensions, and no subprotocols where nobody chooses any (D-015), and asks a {@link
 * HandshakePolicy} once more: the last line, for containers that do not have the filter in front. Thread-safe.
 */
public abstract class PolicedConfigurator extends ServerEndpointConfig.Configurator {
    /** With other codes than this one the library might open the session all the same. */
    private static final int FORBIDDEN = 403;

    private static final int UNAVAILABLE = 503;

    private final HandshakePolicy policy;

    protected PolicedConfigurator(HandshakePolicy policy) {
        this.policy = policy;
    }

    /** What the library has to know of the endpoints at a path. */
    public final ServerEndpointConfig at(String path) {
        return ServerEndpointConfig.Builder.create(PolicedEndpoint.class, path)
                .configurator(this)
                .build();
    }

    /** The endpoint of one more connection. */
    protected abstract PolicedEndpoint newEndpoint();

    /** The port that the caller has come to. */
    protected abstract int port(HandshakeRequest request);

    /** A caller is let in. */
    protected abstract void accepted(Verdict.Accepted caller, ServerEndpointConfig config);

    /** Whether one more is let in. */
    protected boolean hasRoom() {
        return true;
    }

    /** One of those that are offered, in the order of the peer; an empty text for none of them. */
    protected String subprotocol(List<String> offered) {
        return "";
    }

    @Override
    public final <T> T getEndpointInstance(Class<T> endpointClass) {
        return endpointClass.cast(newEndpoint());
    }

    @Override
    public final String getNegotiatedSubprotocol(List<String> supported, List<String> requested) {
        return subprotocol(requested);
    }

    @Override
    public final List<Extension> getNegotiatedExtensions(List<Extension> installed, List<Extension> requested) {
        return List.of();
    }

    @Override
    public final boolean checkOrigin(String originHeaderValue) {
        // Judged below, where Host is in sight too.
        return true;
    }

    @Override
    public final void modifyHandshake(
            ServerEndpointConfig config, HandshakeRequest request, HandshakeResponse response) {
        if (!(response instanceof UpgradeResponse answer)) {
            throw new IllegalStateException("modifyHandshake: this container cannot refuse a handshake here");
        }
        if (!(policy.judgeCaller(head(request), port(request)) instanceof Verdict.Accepted caller)) {
            answer.setStatus(FORBIDDEN);
        } else if (hasRoom()) {
            accepted(caller, config);
        } else {
            answer.setStatus(UNAVAILABLE);
        }
    }

    private static RequestHead head(HandshakeRequest request) {
        List<RequestHead.Header> headers = request.getHeaders().entrySet().stream()
                .flatMap(PolicedConfigurator::lines)
                .toList();
        return new RequestHead("GET", request.getRequestURI().getPath(), "HTTP/1.1", headers);
    }

    private static Stream<RequestHead.Header> lines(Map.Entry<String, List<String>> header) {
        return header.getValue().stream().map(value -> new RequestHead.Header(header.getKey(), value));
    }
}
