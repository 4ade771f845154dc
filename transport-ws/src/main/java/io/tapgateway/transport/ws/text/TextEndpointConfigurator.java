package io.tapgateway.transport.ws.text;

import io.tapgateway.transport.ws.handshake.HandshakePolicy;
import io.tapgateway.transport.ws.handshake.PolicedConfigurator;
import io.tapgateway.transport.ws.handshake.PolicedEndpoint;
import io.tapgateway.transport.ws.handshake.Verdict;
import jakarta.websocket.server.HandshakeRequest;
import jakarta.websocket.server.ServerEndpointConfig;
import java.util.List;

/** Lets in whom a policy admits. Thread-safe. */
final class TextEndpointConfigurator extends PolicedConfigurator {
    private final TextPort port;

    TextEndpointConfigurator(TextPort port, HandshakePolicy policy) {
        super(policy);
        this.port = port;
    }

    @Override
    protected PolicedEndpoint newEndpoint() {
        return new TextEndpoint(port);
    }

    @Override
    protected int port(HandshakeRequest request) {
        return port.number();
    }

    @Override
    protected boolean hasRoom() {
        return port.hasRoom();
    }

    @Override
    protected String subprotocol(List<String> offered) {
        return port.settings()
                .subprotocols()
                .flatMap(never -> offered.stream()
                        .filter(it -> never.stream().noneMatch(it::startsWith))
                        .findFirst())
                .orElse("");
    }

    @Override
    protected void accepted(Verdict.Accepted caller, ServerEndpointConfig config) {}
}
