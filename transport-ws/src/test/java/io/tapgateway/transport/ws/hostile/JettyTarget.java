package io.tapgateway.transport.ws.hostile;

import io.tapgateway.protocol.codec.MessageCodec;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;
import org.eclipse.jetty.websocket.server.WebSocketUpgradeHandler;

/** Jetty with a WebSocket at {@code /} that takes text up to the size of a message. Confined to one thread. */
final class JettyTarget implements HostileTarget {
    private static final int PATIENCE_SECONDS = 60;

    private final Server server = new Server();
    private final ServerConnector connector = new ServerConnector(server);
    private final BlockingQueue<Listener> opened = new LinkedBlockingQueue<>();

    JettyTarget() throws Exception {
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(WebSocketUpgradeHandler.from(server, this::configure));
        server.start();
    }

    private void configure(ServerWebSocketContainer container) {
        container.setMaxTextMessageSize(Limits.standard().get(Limit.MESSAGE));
        container.setMaxFrameSize(Limits.standard().get(Limit.DISCARDED_MESSAGE));
        container.setIdleTimeout(Duration.ofSeconds(PATIENCE_SECONDS));
        container.addMapping("/", (request, response, callback) -> new Listener());
    }

    int port() {
        return connector.getLocalPort();
    }

    @Override
    public Visit enter(boolean stranger) throws Exception {
        RawPeer peer = RawPeer.connect(port());
        Listener listener = Optional.ofNullable(opened.poll(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .orElseThrow(() -> new AssertionError("Jetty has opened no session"));
        return new JettyVisit(peer, listener);
    }

    @Override
    public void close() {
        try {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException("close: Jetty does not stop", e);
        }
    }

    private record JettyVisit(RawPeer peer, Listener listener) implements Visit {
        @Override
        public List<String> messages() throws InterruptedException {
            if (!listener.ended.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new AssertionError("Jetty does not know of the end");
            }
            return List.copyOf(listener.handed);
        }

        @Override
        public void close() throws IOException {
            peer.close();
        }
    }

    /** One session. Public because Jetty calls it by reflection. */
    public final class Listener implements Session.Listener.AutoDemanding {
        private final List<String> handed = new CopyOnWriteArrayList<>();
        private final CountDownLatch ended = new CountDownLatch(1);

        @Override
        public void onWebSocketOpen(Session session) {
            opened.add(this);
        }

        @Override
        public void onWebSocketText(String text) {
            handed.add(Handed.of(MessageCodec.standard().decodeProviderMessage(text), Frame.utf8(text).length));
        }

        @Override
        public void onWebSocketBinary(ByteBuffer payload, Callback callback) {
            handed.add("binary");
            callback.succeed();
        }

        @Override
        public void onWebSocketError(Throwable cause) {
            // Most cases are errors; without this method Jetty would log each.
        }

        @Override
        public void onWebSocketClose(int code, String reason, Callback callback) {
            ended.countDown();
            callback.succeed();
        }
    }
}
