package io.tapgateway.app.cowork;

import io.tapgateway.agentserver.AgentServer;
import io.tapgateway.agentserver.AgentServerSettings;
import io.tapgateway.agentserver.SessionLender;
import io.tapgateway.app.home.Problem;
import io.tapgateway.transport.ws.http.LoopbackHttpServer;
import io.tapgateway.transport.ws.text.TextPort;
import io.tapgateway.transport.ws.text.TextPortSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;

/**
 * The port that clients of agent-coworker connect to, on the loopback: a WebSocket at {@value AgentServer#PATH}, and a
 * greeting elsewhere (W-002, W-003). Thread-safe.
 */
public final class CoworkPort implements AutoCloseable {
    /** Who wants a WebSocket is judged, wherever that is; all else is a greeting, for everybody. */
    static final ClientDoor.Manner MANNER =
            new ClientDoor.Manner("text/plain; charset=utf-8", head -> !head.has("upgrade"), UnaryOperator.identity());

    /** How many messages wait for a client, and how many characters these have, for it and for all (W-012). */
    private static final int MOST_WAITING = 8_192;

    private static final int MOST_CHARACTERS = 32 << 20;
    private static final long MOST_OF_ALL = 256L << 20;

    /** A client that says nothing is asked, and then taken for gone (W-010). */
    private static final TextPortSettings.Quiet QUIET =
            new TextPortSettings.Quiet(Duration.ofSeconds(60), Duration.ofSeconds(120));

    /** How many messages of a client are read in a second, and how many at once (W-011). */
    private static final TextPortSettings.Pace PACE = new TextPortSettings.Pace(200, 400);

    private static final TextPortSettings SOCKETS = new TextPortSettings(
            MOST_WAITING,
            MOST_CHARACTERS,
            MOST_OF_ALL,
            true,
            Optional.of(Set.of(ClientDoor.SUBPROTOCOL)),
            Optional.of(QUIET),
            Optional.of(PACE));

    private final AgentServer clients;
    private final TextPort sockets;
    private final LoopbackHttpServer server;

    private CoworkPort(AgentServer clients, TextPort sockets, LoopbackHttpServer server) {
        this.clients = clients;
        this.sockets = sockets;
        this.server = server;
    }

    /**
     * Opens the port.
     *
     * @param number 0 for any
     * @throws Problem if it cannot be; everything is as before then
     */
    public static CoworkPort open(int number, ClientDoor door, SessionLender lender, AgentServerSettings settings)
            throws Problem {
        LoopbackHttpServer.Builder server = door.server("cowork", MANNER).port(number);
        try {
            AgentServer clients = AgentServer.of(settings, lender);
            TextPort sockets = TextPort.behindGate(AgentServer.PATH, clients::accept, clients::hasRoom, SOCKETS);
            LoopbackHttpServer listening =
                    server.addOn(sockets.addOn()).handler(new Greeting(), "/").listen();
            sockets.listeningOn(listening.port());
            return new CoworkPort(clients, sockets, listening);
        } catch (IOException | IllegalArgumentException e) {
            throw new Problem(String.valueOf(e.getMessage()));
        }
    }

    /** The number of the port. */
    public int number() {
        return server.port();
    }

    /** Whether somebody is connected. */
    public boolean hasClients() {
        return sockets.hasConnections();
    }

    /** Where clients connect. */
    public String url() {
        return "ws://127.0.0.1:" + server.port() + AgentServer.PATH;
    }

    @Override
    public void close() {
        server.stopListening();
        clients.close();
        sockets.close();
        server.close();
    }

    /** What is answered to requests that are no WebSockets. Thread-safe. */
    private static final class Greeting extends HttpHandler {
        @Override
        public void service(Request request, Response response) throws IOException {
            response.setContentType("text/plain; charset=utf-8");
            String path = request.getRequestURI();
            if (path.equals(AgentServer.PATH)) {
                response.setStatus(400);
                response.getWriter().write("WebSocket upgrade failed");
            } else {
                response.getWriter().write("OK");
            }
        }
    }
}
