package io.tapgateway.app.endurance;

import com.google.common.util.concurrent.MoreExecutors;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Credentials;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.ws.WebSocketProvider;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.transport.ws.WebSocketSettings;
import io.tapgateway.transport.ws.WebSocketTransport;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * A gateway with its port, some sessions, and providers that connect to it over real sockets. Confined to the test's
 * thread.
 */
final class Household implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final ExecutorService work = Executors.newFixedThreadPool(4);
    private final List<GatewaySession> sessions = new ArrayList<>();
    private final List<BoundProvider> providers = new ArrayList<>();
    private final Gateway gateway;
    private final WebSocketTransport port;

    private Household(Gateway gateway, WebSocketTransport port) {
        this.gateway = gateway;
        this.port = port;
    }

    /** Opens the sessions {@code s0}, {@code s1}, … for such hosts; a provider may say as much as it can. */
    static Household of(List<SessionHost> hosts, int connections) throws IOException {
        Limits limits = Limits.standard()
                .with(Limit.AUTHENTICATED_CONNECTIONS, connections)
                .with(Limit.UNAUTHENTICATED_CONNECTIONS, 2L * connections)
                .with(Limit.TOOLS_PER_SESSION, Math.max(500, 2 * connections))
                .with(Limit.HELLOS_PER_MINUTE, 1_000_000)
                .with(Limit.HELLOS_PER_MINUTE_PER_TOKEN, 1_000_000)
                .with(Limit.MESSAGES_PER_SECOND, 1_000_000)
                .with(Limit.MESSAGE_BURST, 1_000_000);
        Gateway gateway = Gateway.builder().limits(limits).build();
        Household household = new Household(
                gateway,
                WebSocketTransport.attach(gateway, WebSocketSettings.standard().withPort(0)));
        for (int i = 0; i < hosts.size(); i++) {
            SessionInfo info = SessionInfo.of("s" + i, "Session " + i, Path.of("/"));
            household.sessions.add(gateway.openSession(info, hosts.get(i)));
        }
        return household;
    }

    Gateway gateway() {
        return gateway;
    }

    URI url() {
        return port.url();
    }

    List<GatewaySession> sessions() {
        return sessions;
    }

    GatewaySession session(int index) {
        return sessions.get(index % sessions.size());
    }

    /** A token for a provider of that name. */
    String token(int session, String name) {
        SessionId id = session(session).info().id();
        return gateway.tokens().issueSpawnToken(id, new ProviderName(name)).reveal();
    }

    /** Connects a provider to one of the sessions, and waits until it is bound. */
    BoundProvider join(int session, String name, Provider provider) throws Exception {
        String token = token(session, name);
        BoundProvider bound = WebSocketProvider.to(url()).executor(work).attach(Credentials.token(token), provider);
        providers.add(bound);
        var unused = bound.whenBound().toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        return bound;
    }

    @Override
    public void close() {
        providers.forEach(BoundProvider::close);
        port.close();
        gateway.closeNow();
        if (!MoreExecutors.shutdownAndAwaitTermination(work, PATIENCE)) {
            throw new IllegalStateException("The providers still work");
        }
    }
}
