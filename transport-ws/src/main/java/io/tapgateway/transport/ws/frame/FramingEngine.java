package io.tapgateway.transport.ws.frame;

import jakarta.websocket.DeploymentException;
import jakarta.websocket.server.ServerEndpointConfig;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;
import org.glassfish.tyrus.spi.Connection;
import org.glassfish.tyrus.spi.UpgradeRequest;
import org.glassfish.tyrus.spi.UpgradeResponse;
import org.glassfish.tyrus.spi.WebSocketEngine;
import org.glassfish.tyrus.spi.Writer;

/**
 * Tyrus with checked, streamed and joined frames; and without a session for anyone whose answer is not 101, of whom
 * Tyrus lets some in. Thread-safe.
 */
final class FramingEngine implements WebSocketEngine {
    private static final int SWITCHING_PROTOCOLS = 101;

    private final WebSocketEngine tyrus;
    private final ScheduledExecutorService timers;
    private final LongSupplier nanos;

    /**
     * @param tyrus the engine proper
     * @param timers cuts connections whose peers do not end them
     * @param nanos monotonic time
     */
    FramingEngine(WebSocketEngine tyrus, ScheduledExecutorService timers, LongSupplier nanos) {
        this.tyrus = tyrus;
        this.timers = timers;
        this.nanos = nanos;
    }

    @Override
    public UpgradeInfo upgrade(UpgradeRequest request, UpgradeResponse response) {
        UpgradeInfo info = tyrus.upgrade(request, response);
        if (info.getStatus() == UpgradeStatus.SUCCESS && response.getStatus() == SWITCHING_PROTOCOLS) {
            return new Framed(info);
        }
        if (info.getStatus() == UpgradeStatus.NOT_APPLICABLE) {
            // There is no WebSocket at that path; whoever serves plain requests answers.
            return info;
        }
        refuse(response);
        return new Failed();
    }

    /** Without a length the peer would wait for a body. */
    private static void refuse(UpgradeResponse response) {
        response.setReasonPhrase("Refused");
        response.getHeaders().clear();
        response.getHeaders().put("Content-Length", List.of("0"));
        response.getHeaders().put("Connection", List.of("close"));
    }

    @Override
    public void register(Class<?> endpointClass, String contextPath) throws DeploymentException {
        tyrus.register(endpointClass, contextPath);
    }

    @Override
    public void register(ServerEndpointConfig serverConfig, String contextPath) throws DeploymentException {
        tyrus.register(serverConfig, contextPath);
    }

    private final class Framed implements UpgradeInfo {
        private final UpgradeInfo info;

        Framed(UpgradeInfo info) {
            this.info = info;
        }

        @Override
        public UpgradeStatus getStatus() {
            return UpgradeStatus.SUCCESS;
        }

        @Override
        public Connection createConnection(Writer writer, Connection.CloseListener closeListener) {
            JoiningWriter joining = new JoiningWriter(writer, timers);
            TextLane lane = new TextLane(joining);
            Connection connection = lane.during(() -> info.createConnection(joining, closeListener));
            return new FramedConnection(connection, joining, lane, nanos);
        }
    }

    private static final class Failed implements UpgradeInfo {
        @Override
        public UpgradeStatus getStatus() {
            return UpgradeStatus.HANDSHAKE_FAILED;
        }

        @Override
        public Connection createConnection(Writer writer, Connection.CloseListener closeListener) {
            throw new IllegalStateException("createConnection: the handshake has failed");
        }
    }
}
