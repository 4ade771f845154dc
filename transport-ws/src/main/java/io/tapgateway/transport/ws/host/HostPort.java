package io.tapgateway.transport.ws.host;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.protocol.host.LinkProof;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.runtime.ProviderTokens;
import io.tapgateway.transport.ws.MonotonicTime;
import io.tapgateway.transport.ws.TyrusContainer;
import io.tapgateway.transport.ws.handshake.OpenSockets;
import jakarta.websocket.DeploymentException;
import jakarta.websocket.server.ServerEndpointConfig;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.glassfish.grizzly.http.server.AddOn;
import org.glassfish.tyrus.container.grizzly.server.WebSocketAddOn;

/**
 * Where session hosts of other processes connect: a WebSocket at {@code /host} of a loopback HTTP server, open to programs that
 * know the host key and to nobody else (D-012). Thread-safe.
 *
 * <pre>{@code
 * HostPort hosts = HostPort.serving(gateway::openSession, gateway.tokens(), proof);
 * LoopbackHttpServer server = LoopbackHttpServer.named("control").addOn(hosts.addOn()).listen();
 * hosts.listeningOn(server.port());
 * }</pre>
 */
public final class HostPort implements AutoCloseable {
    private static final int FAREWELL_MILLIS = 1_000;

    private final LinkTimers timers;
    private final HostLinks links;
    private final TyrusContainer container;
    private final OpenSockets sockets = new OpenSockets();
    private final ReentrantLock lock = new ReentrantLock();

    /** In the order in which they came. */
    @GuardedBy("lock")
    private final Set<ServerLinkSocket> greetings = new LinkedHashSet<>();

    private volatile int port;

    private HostPort(SessionOpener sessions, ProviderTokens tokens, LinkProof proof, LinkTimers timers) {
        this.timers = timers;
        this.links = new HostLinks(sessions, tokens, proof, timers);
        this.container = new TyrusContainer(timers.executor(), MonotonicTime.SYSTEM);
        ServerEndpointConfig endpoint = ServerEndpointConfig.Builder.create(HostEndpoint.class, LinkRules.PATH)
                .configurator(new HostEndpointConfigurator(this))
                .build();
        try {
            container.register(endpoint);
        } catch (DeploymentException e) {
            throw new IllegalStateException("register: the WebSocket library refuses the endpoint", e);
        }
    }

    /**
     * Takes hosts that prove that they know the key.
     *
     * @param sessions opens their sessions
     * @param tokens for the programs that they start
     */
    public static HostPort serving(SessionOpener sessions, ProviderTokens tokens, LinkProof proof) {
        return new HostPort(sessions, tokens, proof, LinkTimers.named("tap-host-port"));
    }

    /** Puts the WebSocket in front of an HTTP server's handlers. */
    public AddOn addOn() {
        return new WebSocketAddOn(container, "");
    }

    /** Says on which port the server listens; nobody is let in before. */
    public void listeningOn(int number) {
        port = number;
    }

    /** Tells all hosts that the gateway stops, and ends their sessions. Harmless to repeat. */
    @Override
    public void close() {
        port = 0;
        links.stop();
        try {
            sockets.awaitNone(FAREWELL_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        container.stop();
        timers.close();
    }

    int port() {
        return port;
    }

    /**
     * A program that has passed the handshake, and has everything else before it. If there are too many of them, the one that has been
     * at it for the longest makes room: those who never prove anything keep nobody out (T-26).
     */
    void opened(ServerLinkSocket socket) {
        sockets.add(socket);
        tooSlow(socket)
                .ifPresent(
                        it -> it.close(CloseCode.OVER_CAPACITY, "Too many connections have not proved themselves yet"));
    }

    private Optional<ServerLinkSocket> tooSlow(ServerLinkSocket newest) {
        lock.lock();
        try {
            greetings.removeIf(ServerLinkSocket::hasProved);
            greetings.add(newest);
            Iterator<ServerLinkSocket> oldest = greetings.iterator();
            if (greetings.size() <= LinkRules.MOST_GREETINGS || !oldest.hasNext()) {
                return Optional.empty();
            }
            ServerLinkSocket evicted = oldest.next();
            oldest.remove();
            return Optional.of(evicted);
        } finally {
            lock.unlock();
        }
    }

    GatewayGreeting greeting(ServerLinkSocket socket) {
        return links.accept(socket, port);
    }

    void ended(ServerLinkSocket socket) {
        lock.lock();
        try {
            greetings.remove(socket);
        } finally {
            lock.unlock();
        }
        sockets.remove(socket);
    }
}
