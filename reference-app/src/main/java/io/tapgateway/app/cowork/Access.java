package io.tapgateway.app.cowork;

import io.tapgateway.app.home.Problem;
import io.tapgateway.runtime.system.SocketOwner;
import io.tapgateway.transport.ws.http.LoopbackHttpServer;
import io.tapgateway.transport.ws.http.OwnUserOnly;
import java.util.Locale;
import java.util.Set;
import org.glassfish.grizzly.http.server.Request;

/** Who may connect to a port for clients (W-004). */
public enum Access {
    /** Programs of the user of this process, where the system tells whose a connection is. */
    USER,
    /** All programs of this machine. */
    OPEN;

    private static final Set<String> HOSTS = Set.of("localhost", "127.0.0.1", "[::1]");

    /**
     * A server that only they reach.
     *
     * @throws Problem if this system does not tell them apart
     */
    LoopbackHttpServer.Builder server(String name) throws Problem {
        LoopbackHttpServer.Builder server = LoopbackHttpServer.named(name);
        if (this == OPEN) {
            return server;
        }
        SocketOwner owner = SocketOwner.ofThisMachine();
        if (!owner.isTold()) {
            throw new Problem(
                    "This system does not tell whose a connection is, so that every user of this machine could"
                            + " let an agent work here; if that is fine, say --access open.");
        }
        return server.addOn(new OwnUserOnly(owner));
    }

    /** Whether the Host is this port, and not a name that a page has bound to it (T-02). */
    static boolean isAtOurHost(Request request) {
        String host = String.valueOf(request.getHeader("Host")).toLowerCase(Locale.ROOT);
        String suffix = ":" + request.getLocalPort();
        return host.endsWith(suffix) && HOSTS.contains(host.substring(0, host.length() - suffix.length()));
    }
}
