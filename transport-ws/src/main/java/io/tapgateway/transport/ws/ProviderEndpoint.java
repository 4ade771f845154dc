package io.tapgateway.transport.ws;

import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.runtime.transport.PayloadRoom;
import io.tapgateway.runtime.transport.Peer;
import io.tapgateway.runtime.transport.ProviderPort;
import io.tapgateway.transport.ws.handshake.PolicedEndpoint;
import jakarta.websocket.CloseReason;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.Session;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The WebSocket at {@code /}: one instance per connection, made by {@link ProviderEndpointConfigurator}. Thread-safe as
 * far as the WebSocket library is.
 */
final class ProviderEndpoint extends PolicedEndpoint {
    /** The user property that holds the {@code Origin} of the handshake. */
    static final String ORIGIN = "io.tapgateway.origin";

    private static final Logger LOG = LoggerFactory.getLogger(ProviderEndpoint.class);

    private final ProviderPort port;
    private final PayloadRoom room;
    private final Executor reports;
    private final Set<WebSocketConnection> connections;
    private volatile Optional<WebSocketConnection> connection = Optional.empty();

    ProviderEndpoint(ProviderPort port, PayloadRoom room, Executor reports, Set<WebSocketConnection> connections) {
        this.port = port;
        this.room = room;
        this.reports = reports;
        this.connections = connections;
    }

    @Override
    public void onOpen(Session session, EndpointConfig config) {
        Object origin = config.getUserProperties().get(ORIGIN);
        Peer peer = new Peer.Remote(Optional.ofNullable(origin).map(Object::toString));
        WebSocketConnection opened = new WebSocketConnection(session, port, room, reports);
        connection = Optional.of(opened);
        connections.add(opened);
        try {
            opened.open(port, peer);
        } catch (RuntimeException bug) {
            LOG.error("A connection could not be opened; it is closed", bug);
            opened.abandon(CloseCode.INTERNAL_ERROR, "Internal error");
        }
    }

    @Override
    public void onClose(Session session, CloseReason reason) {
        connection.ifPresent(closed -> {
            connections.remove(closed);
            closed.ended(reason);
        });
    }

    @Override
    public void onError(Session session, Throwable thrown) {
        LOG.debug("The WebSocket library reports", thrown);
    }
}
