package io.tapgateway.transport.ws.text;

import io.tapgateway.protocol.transport.TextReceiver;
import io.tapgateway.protocol.transport.TextSocket;
import io.tapgateway.runtime.thread.DaemonThreads;
import io.tapgateway.transport.ws.frame.MonotonicTime;
import io.tapgateway.transport.ws.frame.TyrusContainer;
import io.tapgateway.transport.ws.handshake.HandshakePolicy;
import io.tapgateway.transport.ws.handshake.OpenSockets;
import jakarta.websocket.DeploymentException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.glassfish.grizzly.http.server.AddOn;
import org.glassfish.tyrus.container.grizzly.server.WebSocketAddOn;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A WebSocket at one path of a loopback HTTP server that carries texts for somebody else: hosts of sessions in other
 * processes, for example. It is for programs of this machine and no web page (T-01, T-02), unless a {@link
 * io.tapgateway.transport.ws.http.RequestGate} in front of it says who else may come. Thread-safe.
 *
 * <pre>{@code
 * TextPort port = TextPort.at("/host", hosts::accept);
 * LoopbackHttpServer server = LoopbackHttpServer.named("control").addOn(port.addOn()).listen();
 * port.listeningOn(server.port());
 * }</pre>
 */
public final class TextPort implements AutoCloseable {
    private static final int FAREWELL_MILLIS = 1_000;
    private static final int LOOKS_PER_PING = 4;

    private static final Logger LOG = LoggerFactory.getLogger(TextPort.class);

    private final Acceptor acceptor;
    private final BooleanSupplier hasRoom;
    private final TextPortSettings settings;
    private final Set<ServerTextSocket> open = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService timers;
    private final TyrusContainer container;
    private final OpenSockets sockets = new OpenSockets();
    private volatile int number;

    private TextPort(
            String path,
            Acceptor acceptor,
            BooleanSupplier hasRoom,
            HandshakePolicy policy,
            TextPortSettings settings) {
        this.acceptor = acceptor;
        this.hasRoom = hasRoom;
        this.settings = settings;
        this.timers = timers(path);
        this.container = new TyrusContainer(timers, MonotonicTime.SYSTEM);
        try {
            container.register(new TextEndpointConfigurator(this, policy).at(path));
        } catch (DeploymentException e) {
            throw new IllegalStateException("register: the WebSocket library refuses the endpoint", e);
        }
        settings.quiet().ifPresent(quiet -> {
            long every = quiet.ping().toNanos() / LOOKS_PER_PING;
            var unused = timers.scheduleAtFixedRate(
                    () -> look(MonotonicTime.SYSTEM.getAsLong()), every, every, TimeUnit.NANOSECONDS);
        });
    }

    /** Asks who has been quiet whether it is there, and ends who has been for too long. */
    void look(long nanos) {
        settings.quiet().ifPresent(quiet -> open.forEach(it -> it.look(nanos, quiet)));
    }

    /** Says who takes what comes in on a connection. */
    @FunctionalInterface
    public interface Acceptor {
        /**
         * Takes a connection that is open.
         *
         * @param port the number of the port that it came to
         * @return receives what arrives, on the I/O thread of the connection
         */
        TextReceiver accept(TextSocket socket, int port);
    }

    /** A port that hands each connection to {@code acceptor}. */
    public static TextPort at(String path, Acceptor acceptor) {
        return new TextPort(
                path, acceptor, () -> true, new HandshakePolicy(origin -> false), TextPortSettings.OF_LINKS);
    }

    /**
     * The same behind a gate, which has judged the Origin of whoever comes.
     *
     * @param hasRoom whether one more would be taken; asked before it is let in, and told 503 if not
     * @param settings how its connections are
     */
    public static TextPort behindGate(
            String path, Acceptor acceptor, BooleanSupplier hasRoom, TextPortSettings settings) {
        return new TextPort(path, acceptor, hasRoom, HandshakePolicy.ofHost(), settings);
    }

    /** Puts the WebSocket in front of an HTTP server's handlers. */
    public AddOn addOn() {
        return new SocketFinder(new WebSocketAddOn(container, ""));
    }

    /** Whether somebody is connected. */
    public boolean hasConnections() {
        return !sockets.isEmpty();
    }

    /** Says on which port the server listens; nobody is let in before. */
    public void listeningOn(int port) {
        number = port;
    }

    /**
     * Lets nobody in any more and waits until all connections have ended, a second at most: whoever has accepted them
     * has to close them. Harmless to repeat.
     */
    @Override
    public void close() {
        number = 0;
        try {
            sockets.awaitNone(FAREWELL_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        container.stop();
        timers.shutdownNow();
    }

    /** Has something done on the timers' thread that does not block, unless the port is closed before. */
    void after(long nanos, Runnable task) {
        try {
            var unused = timers.schedule(task, nanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            LOG.trace("The port is closed, and its connections with it", e);
        }
    }

    int number() {
        return number;
    }

    TextPortSettings settings() {
        return settings;
    }

    /** Whether no more waits for all peers together than may. */
    boolean hasRoomForWaiting() {
        return open.stream().mapToLong(ServerTextSocket::waiting).sum() <= settings.mostOfAll();
    }

    boolean hasRoom() {
        return hasRoom.getAsBoolean();
    }

    Function<TextSocket, TextReceiver> acceptor() {
        return socket -> acceptor.accept(socket, number);
    }

    void opened(ServerTextSocket socket) {
        sockets.add(socket);
        open.add(socket);
    }

    void ended(ServerTextSocket socket) {
        open.remove(socket);
        sockets.remove(socket);
    }

    private static ScheduledExecutorService timers(String path) {
        ScheduledThreadPoolExecutor executor =
                new ScheduledThreadPoolExecutor(1, DaemonThreads.named("tap" + path.replace('/', '-') + "-timer"));
        executor.setRemoveOnCancelPolicy(true);
        return executor;
    }
}
