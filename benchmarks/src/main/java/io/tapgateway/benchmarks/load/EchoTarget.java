package io.tapgateway.benchmarks.load;

import io.tapgateway.transport.ws.TyrusContainer;
import io.tapgateway.transport.ws.http.LoopbackHttpServer;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.Endpoint;
import jakarta.websocket.EndpointConfig;
import jakarta.websocket.MessageHandler;
import jakarta.websocket.Session;
import jakarta.websocket.server.ServerEndpointConfig;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.glassfish.tyrus.container.grizzly.server.WebSocketAddOn;

/**
 * A process that sends every text back: Tyrus in its best configuration (selector thread, partial handler, joined frames) with
 * no JSON, no policy and no bookkeeping. What a relay cannot be faster than.
 */
public final class EchoTarget {
    private EchoTarget() {}

    public static void main(String[] args) throws IOException, DeploymentException {
        QuietLibraries.hush();
        ScheduledExecutorService timers = Executors.newSingleThreadScheduledExecutor();
        TyrusContainer container = new TyrusContainer(timers, System::nanoTime);
        container.register(ServerEndpointConfig.Builder.create(Echo.class, "/").build());
        LoopbackHttpServer server = LoopbackHttpServer.named("echo")
                .addOn(new WebSocketAddOn(container, ""))
                .listen();
        System.out.println("listening ws://127.0.0.1:" + server.port() + "/");
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.equals("cpu")) {
                System.out.println(ProcessCpu.nanos());
            }
        }
        server.close();
        timers.shutdownNow();
    }

    /** Sends everything back. Public only because the WebSocket library makes it. */
    public static final class Echo extends Endpoint {
        @Override
        public void onOpen(Session session, EndpointConfig config) {
            session.addMessageHandler(new MessageHandler.Partial<String>() {
                private final StringBuilder parts = new StringBuilder();

                @Override
                public void onMessage(String part, boolean last) {
                    if (last && parts.isEmpty()) {
                        var unused = session.getAsyncRemote().sendText(part);
                        return;
                    }
                    parts.append(part);
                    if (last) {
                        var unused = session.getAsyncRemote().sendText(parts.toString());
                        parts.setLength(0);
                    }
                }
            });
        }
    }
}
