package io.tapgateway.transport.ws.text;

import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.transport.ws.frame.TextLane;
import io.tapgateway.transport.ws.handshake.PolicedEndpoint;
import jakarta.websocket.CloseReason;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.PongMessage;
import jakarta.websocket.Session;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One connection of a {@link TextPort}. Thread-safe as far as the WebSocket library is. */
final class TextEndpoint extends PolicedEndpoint {
    private static final Logger LOG = LoggerFactory.getLogger(TextEndpoint.class);

    private final TextPort port;
    private volatile Optional<ServerTextSocket> socket = Optional.empty();

    TextEndpoint(TextPort port) {
        this.port = port;
    }

    @Override
    public void onOpen(Session session, EndpointConfig config) {
        TextLane lane = TextLane.opening();
        ServerTextSocket opened = new ServerTextSocket(session, port, lane);
        socket = Optional.of(opened);
        port.opened(opened);
        session.addMessageHandler(String.class, opened);
        session.addMessageHandler(PongMessage.class, pong -> opened.ponged());
        if (port.settings().binaryIsText()) {
            lane.takeBinary();
        }
    }

    @Override
    public void onClose(Session session, CloseReason reason) {
        socket.ifPresent(closed -> {
            closed.ended(CloseCode.ofWebSocket(reason.getCloseCode().getCode()));
            port.ended(closed);
        });
    }

    @Override
    public void onError(Session session, Throwable thrown) {
        LOG.debug("The WebSocket library reports", thrown);
    }
}
