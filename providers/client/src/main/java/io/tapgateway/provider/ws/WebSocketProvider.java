package io.tapgateway.provider.ws;

import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.transport.Backoff;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Credentials;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.connection.HandlerPool;
import io.tapgateway.provider.connection.ProviderSession;
import java.net.URI;
import java.net.http.HttpClient;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/**
 * Connects providers written in Java to a gateway in another process, in every session that their token shows unless
 * they choose one (G-002). A provider reconnects when the connection breaks
 * or the gateway restarts: it authenticates again, registers what was acknowledged last, and keeps its identity by its
 * reconnect token (D-080). Immutable and thread-safe.
 *
 * <pre>{@code
 * BoundProvider bound = WebSocketProvider.connect(Credentials.fromTokenFile(), provider);
 * bound.whenEnded().toCompletableFuture().join();
 * }</pre>
 */
public final class WebSocketProvider {
    private static final URI STANDARD = URI.create("ws://127.0.0.1:" + Limits.STANDARD_PORT + "/");
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");
    private static final int TIMER_IDLE_SECONDS = 60;

    private final Supplier<URI> gateway;
    private final Optional<Executor> handlers;

    private WebSocketProvider(Supplier<URI> gateway, Optional<Executor> handlers) {
        this.gateway = gateway;
        this.handlers = handlers;
    }

    /**
     * Connects to the gateway that the credentials name, or else to the standard port of this machine.
     *
     * @return the provider; {@link BoundProvider#whenBound} tells when a gateway has taken it, however long that takes
     */
    public static BoundProvider connect(Credentials credentials, Provider provider) {
        return connect(credentials.gatewayUrl().orElse(STANDARD), credentials, provider);
    }

    /**
     * Connects to a gateway.
     *
     * @param gateway {@code ws://127.0.0.1:9400/} or the like
     * @throws IllegalArgumentException if the address is not on this machine: the provider's token would go there in
     *     the clear
     */
    public static BoundProvider connect(URI gateway, Credentials credentials, Provider provider) {
        return to(gateway).attach(credentials, provider);
    }

    /** A way to connect to that gateway; handlers run on daemon threads of their own, a pool for each provider. */
    public static WebSocketProvider to(URI gateway) {
        URI checked = checked(gateway);
        return new WebSocketProvider(() -> checked, Optional.empty());
    }

    /**
     * A way to connect to a gateway that may come back elsewhere.
     *
     * @param gateway asked for each attempt, on any thread, and never by two at once
     */
    public static WebSocketProvider finding(Supplier<URI> gateway) {
        return new WebSocketProvider(() -> checked(gateway.get()), Optional.empty());
    }

    /** The same with another place for handlers and listeners to run. */
    public WebSocketProvider executor(Executor executor) {
        return new WebSocketProvider(gateway, Optional.of(executor));
    }

    /** Connects a provider; see {@link #connect(URI, Credentials, Provider)}. */
    public BoundProvider attach(Credentials credentials, Provider provider) {
        if (handlers.isPresent()) {
            return attach(credentials, provider, handlers.get());
        }
        HandlerPool pool = new HandlerPool("tap-provider-" + provider.identity().name());
        BoundProvider bound = attach(credentials, provider, pool);
        bound.whenEnded().whenComplete((nothing, failure) -> pool.close());
        return bound;
    }

    private BoundProvider attach(Credentials credentials, Provider provider, Executor executor) {
        ScheduledThreadPoolExecutor timers = timers(provider.identity().name().toString());
        HttpClient client = HttpClient.newBuilder()
                .proxy(HttpClient.Builder.NO_PROXY)
                // The channel hands messages over without blocking, so it needs no thread of its own.
                .executor(Runnable::run)
                .build();
        DoubleSupplier random = () -> ThreadLocalRandom.current().nextDouble();
        ConnectionPace pace = new ConnectionPace(random, System::nanoTime);
        Consumer<ProviderSession> connecting = session -> new Reconnector(
                        session, gateway, client::newWebSocketBuilder, timers, new Backoff(random), pace)
                .connect();
        ProviderSession first = ProviderSession.remote(provider, credentials, executor, connecting);
        first.handle().whenEnded().whenComplete((nothing, failure) -> timers.shutdownNow());
        connecting.accept(first);
        return first.handle();
    }

    private static URI checked(URI gateway) {
        String scheme = String.valueOf(gateway.getScheme()).toLowerCase(Locale.ROOT);
        String host = String.valueOf(gateway.getHost()).toLowerCase(Locale.ROOT);
        if (!scheme.equals("ws") || !LOOPBACK.contains(host)) {
            throw new IllegalArgumentException(
                    "'" + gateway + "' is no gateway on this machine; its address should look like " + STANDARD);
        }
        return gateway;
    }

    private static ScheduledThreadPoolExecutor timers(String provider) {
        ScheduledThreadPoolExecutor timers = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "tap-provider-" + provider + "-timer");
            thread.setDaemon(true);
            return thread;
        });
        timers.setRemoveOnCancelPolicy(true);
        timers.setKeepAliveTime(TIMER_IDLE_SECONDS, TimeUnit.SECONDS);
        timers.allowCoreThreadTimeOut(true);
        return timers;
    }
}
