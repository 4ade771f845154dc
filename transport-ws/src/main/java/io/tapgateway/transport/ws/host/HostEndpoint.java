package io.tapgateway.transport.ws.host;

import io.tapgateway.transport.ws.CloseCodes;
import jakarta.websocket.CloseReason;
import jakarta.websocket.Endpoint;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.Session;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The WebSocket at {@code /host}: one instance per connection. Public only because the WebSocket library calls it. Thread-safe as
 * far as that does.
 */
public final class HostEndpoint extends Endpoint {
    private static final Logger LOG = LoggerFactory.getLogger(HostEndpoint.class);

    private final HostPort port;
    private volatile Optional<ServerLinkSocket> socket = Optional.empty();

    HostEndpoint(HostPort port) {
        this.port = port;
    }

    @Override
    public void onOpen(Session session, EndpointConfig config) {
        ServerLinkSocket opened = new ServerLinkSocket(session, port);
        socket = Optional.of(opened);
        session.addMessageHandler(String.class, opened);
        port.opened(opened);
    }

    @Override
    public void onClose(Session session, CloseReason reason) {
        socket.ifPresent(closed -> {
            closed.ended(CloseCodes.of(reason));
            port.ended(closed);
        });
    }

    @Override
    public void onError(Session session, Throwable thrown) {
        LOG.debug("The WebSocket library reports", thrown);
    }
}
