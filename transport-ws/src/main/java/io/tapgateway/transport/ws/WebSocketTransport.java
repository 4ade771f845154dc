package io.tapgateway.transport.ws;

import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.thread.DaemonThreads;
import io.tapgateway.runtime.transport.PayloadRoom;
import io.tapgateway.runtime.transport.ProviderPort;
import io.tapgateway.transport.ws.frame.MonotonicTime;
import io.tapgateway.transport.ws.frame.TyrusContainer;
import io.tapgateway.transport.ws.handshake.HandshakeFilter;
import io.tapgateway.transport.ws.handshake.HandshakePolicy;
import io.tapgateway.transport.ws.handshake.OpenSockets;
import io.tapgateway.transport.ws.handshake.PendingHandshakes;
import io.tapgateway.transport.ws.http.DescriptorShare;
import io.tapgateway.transport.ws.http.LoopbackHttpServer;
import jakarta.websocket.DeploymentException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.glassfish.grizzly.http.server.AddOn;
import org.glassfish.tyrus.container.grizzly.server.WebSocketAddOn;

/**
 * The provider port: a WebSocket at {@code /} on the loopback addresses, and nothing else (D-011, D-013). Thread-safe.
 *
 * <pre>{@code
 * try (WebSocketTransport transport = WebSocketTransport.attach(gateway, WebSocketSettings.standard())) { … }
 * }</pre>
 */
public final class WebSocketTransport implements AutoCloseable {
    private static final String NAME = "tap-provider-port";
    private static final int MAX_PENDING_HANDSHAKES = 256;
    private static final int SWEEP_MILLIS = 500;
    private static final int FAREWELL_MILLIS = 1_000;

    private final Set<WebSocketConnection> connections = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService timers = timers();
    private final PendingHandshakes pending;
    private final OpenSockets sockets = new OpenSockets();
    private final TyrusContainer container;
    private final LoopbackHttpServer server;

    private WebSocketTransport(ProviderPort providers, WebSocketSettings settings) throws IOException {
        this.pending = new PendingHandshakes(
                DescriptorShare.atMost(MAX_PENDING_HANDSHAKES),
                providers.limits().nanos(Limit.UPGRADE_TIMEOUT));
        this.container = new TyrusContainer(timers, MonotonicTime.SYSTEM);
        HandshakePolicy policy = new HandshakePolicy(settings.origins()::admits);
        register(providers, policy, settings.room());
        HandshakeFilter filter = new HandshakeFilter(policy, providers, pending, sockets, MonotonicTime.SYSTEM);
        AddOn first = (listener, chain) -> chain.add(1, filter);
        this.server = LoopbackHttpServer.named(NAME)
                .port(settings.port())
                .addOn(new WebSocketAddOn(container, ""))
                .addOn(first)
                .listen();
        var unused = timers.scheduleWithFixedDelay(
                () -> sweep(settings.stallTimeout().toNanos()), SWEEP_MILLIS, SWEEP_MILLIS, TimeUnit.MILLISECONDS);
    }

    /**
     * Lets providers in to a gateway.
     *
     * @throws java.net.BindException if another program listens on the port; its message says which
     * @throws IOException if the port cannot be bound for another reason
     */
    public static WebSocketTransport attach(Gateway gateway, WebSocketSettings settings) throws IOException {
        return listen(gateway.providerPort(), settings);
    }

    /** The same for anything that takes providers. */
    public static WebSocketTransport listen(ProviderPort providers, WebSocketSettings settings) throws IOException {
        return new WebSocketTransport(providers, settings);
    }

    /** The port on every address. */
    public int port() {
        return server.port();
    }

    /** Where a provider connects to. */
    public URI url() {
        return URI.create("ws://127.0.0.1:" + port() + "/");
    }

    /** Where the transport listens. */
    public List<InetAddress> addresses() {
        return server.addresses();
    }

    /** Tells every peer that the gateway goes away, and stops listening. Harmless to repeat. */
    @Override
    public void close() {
        server.stopListening();
        pending.cutAll();
        connections.forEach(connection -> connection.leave(CloseCode.GOING_AWAY, "The gateway stops"));
        try {
            sockets.awaitNone(FAREWELL_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        server.close();
        container.stop();
        timers.shutdownNow();
    }

    private void register(ProviderPort providers, HandshakePolicy policy, PayloadRoom room) {
        ProviderEndpointConfigurator endpoints = new ProviderEndpointConfigurator(
                policy, () -> new ProviderEndpoint(providers, room, timers, connections));
        try {
            container.register(endpoints.at("/"));
        } catch (DeploymentException e) {
            throw new IllegalStateException("register: the WebSocket library refuses the endpoint", e);
        }
    }

    private void sweep(long stallNanos) {
        long now = MonotonicTime.SYSTEM.getAsLong();
        pending.sweep(now);
        connections.forEach(connection -> {
            connection.abandonIfStalled(stallNanos);
            connection.abandonIfHoldingUp(now);
        });
    }

    private static ScheduledExecutorService timers() {
        ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, DaemonThreads.named(NAME + "-timer"));
        executor.setRemoveOnCancelPolicy(true);
        return executor;
    }
}
