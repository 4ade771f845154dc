package io.tapgateway.transport.ws.frame;

import jakarta.websocket.DeploymentException;
import jakarta.websocket.server.ServerEndpointConfig;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;
import org.glassfish.tyrus.core.TyrusWebSocketEngine;
import org.glassfish.tyrus.server.TyrusServerContainer;
import org.glassfish.tyrus.spi.WebSocketEngine;

/** Tyrus without a server of its own: it never listens, only its engine is used. Thread-safe once it is set up. */
public final class TyrusContainer extends TyrusServerContainer {
    private final WebSocketEngine engine;

    /**
     * @param timers cuts connections whose peers do not end them
     * @param nanos monotonic time
     */
    public TyrusContainer(ScheduledExecutorService timers, LongSupplier nanos) {
        super((Set<Class<?>>) null);
        this.engine = new FramingEngine(TyrusWebSocketEngine.builder(this).build(), timers, nanos);
        // With 0, its default, Tyrus spends most of its time on timers that do nothing; the gateway pings by itself.
        setDefaultMaxSessionIdleTimeout(-1);
    }

    @Override
    public Map<String, Object> getProperties() {
        return Map.of();
    }

    @Override
    public void register(Class<?> endpointClass) throws DeploymentException {
        engine.register(endpointClass, "");
    }

    @Override
    public void register(ServerEndpointConfig config) throws DeploymentException {
        engine.register(config, "");
    }

    @Override
    public WebSocketEngine getWebSocketEngine() {
        return engine;
    }
}
