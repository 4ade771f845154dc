package io.tapgateway.benchmarks.footprint;

import io.tapgateway.benchmarks.load.QuietLibraries;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.OnMessage;
import jakarta.websocket.server.ServerEndpoint;
import java.io.IOException;
import java.util.Map;
import org.glassfish.tyrus.server.Server;

/** The least that a program with a WebSocket port of this library can be. */
public final class HelloServer {
    private static final int ANY_PORT = -1;

    private HelloServer() {}

    public static void main(String[] args) throws DeploymentException, IOException {
        QuietLibraries.hush();
        Server server = new Server("127.0.0.1", ANY_PORT, "/", Map.of(), Hello.class);
        server.start();
        System.out.println("listening " + server.getPort());
        // Until whoever has started this ends.
        var unused = System.in.readAllBytes();
        server.stop();
    }

    /** Says hello. Public only because the WebSocket library makes it. */
    @ServerEndpoint("/hello")
    public static final class Hello {
        @OnMessage
        public String hello(String name) {
            return "hello, " + name;
        }
    }
}
