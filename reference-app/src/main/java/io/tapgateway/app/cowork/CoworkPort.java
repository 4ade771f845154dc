package io.tapgateway.app.cowork;

import io.tapgateway.agentserver.AgentServer;
import io.tapgateway.agentserver.AgentServerSettings;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.run.GatewayProcess;
import io.tapgateway.runtime.system.SocketOwner;
import io.tapgateway.transport.ws.http.LoopbackHttpServer;
import io.tapgateway.transport.ws.http.OwnUserOnly;
import io.tapgateway.transport.ws.text.TextPort;
import io.tapgateway.workspace.WorkspaceSettings;
import java.io.IOException;
import java.util.Locale;
import java.util.Set;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;

/**
 * The port that clients of agent-coworker connect to, on the loopback: a WebSocket at {@value AgentServer#PATH}, and a
 * greeting elsewhere (W-002, W-003). Thread-safe.
 */
public final class CoworkPort implements AutoCloseable {
    private static final Set<String> HOSTS = Set.of("localhost", "127.0.0.1", "[::1]");

    private final AgentServer clients;
    private final TextPort sockets;
    private final LoopbackHttpServer server;

    private CoworkPort(AgentServer clients, TextPort sockets, LoopbackHttpServer server) {
        this.clients = clients;
        this.sockets = sockets;
        this.server = server;
    }

    /** Who may connect (W-004). */
    public enum Access {
        /** Programs of the user of this process, where the system tells whose a connection is. */
        USER,
        /** All programs of this machine. */
        OPEN
    }

    /**
     * Opens the port.
     *
     * @param number 0 for any
     * @throws Problem if it cannot be; everything is as before then
     */
    public static CoworkPort open(
            int number,
            Access access,
            GatewayProcess gateway,
            AgentServerSettings settings,
            WorkspaceSettings workspace)
            throws Problem {
        SocketOwner owner = SocketOwner.ofThisMachine();
        if (access == Access.USER && !owner.isTold()) {
            throw new Problem(
                    "This system does not tell whose a connection is, so that every user of this machine could"
                            + " let an agent work here; if that is fine, say --access open.");
        }
        try {
            AgentServer clients =
                    AgentServer.of(settings, new LentSessions(gateway.gateway(), gateway.sessions(), workspace));
            TextPort sockets = TextPort.at(AgentServer.PATH, clients::accept);
            LoopbackHttpServer.Builder server =
                    LoopbackHttpServer.named("cowork").port(number);
            if (access == Access.USER) {
                server.addOn(new OwnUserOnly(owner));
            }
            LoopbackHttpServer listening =
                    server.addOn(sockets.addOn()).handler(new Greeting(), "/").listen();
            sockets.listeningOn(listening.port());
            return new CoworkPort(clients, sockets, listening);
        } catch (IOException e) {
            throw new Problem(String.valueOf(e.getMessage()));
        }
    }

    /** The number of the port. */
    public int number() {
        return server.port();
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
            if (!isOurs(request)) {
                response.setStatus(403);
            } else if (path.equals(AgentServer.PATH)) {
                response.setStatus(400);
                response.getWriter().write("WebSocket upgrade failed");
            } else {
                response.getWriter().write("OK");
            }
        }

        /** Whether the Host is this port, and not a name that a page has bound to it (T-02). */
        private static boolean isOurs(Request request) {
            String host = String.valueOf(request.getHeader("Host")).toLowerCase(Locale.ROOT);
            String suffix = ":" + request.getLocalPort();
            return host.endsWith(suffix) && HOSTS.contains(host.substring(0, host.length() - suffix.length()));
        }
    }
}
