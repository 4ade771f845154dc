package io.tapgateway.transport.local;

import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.connection.HandlerPool;
import io.tapgateway.provider.connection.ProviderChannel;
import io.tapgateway.provider.connection.ProviderConnection;
import io.tapgateway.provider.connection.ProviderSession;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.transport.Peer;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * Attaches providers to a gateway in the same process: internal trust unless {@linkplain #trust said otherwise}, no
 * authentication (D-022, D-058), the same contract and limits as over the network, no serialization. Immutable and
 * thread-safe.
 *
 * <pre>{@code
 * BoundProvider attached = LocalProviderTransport.attach(gateway, session.info().id(), provider);
 * }</pre>
 */
public final class LocalProviderTransport {
    private final Gateway gateway;
    private final Optional<Executor> handlers;
    private final TrustLevel trust;

    private LocalProviderTransport(Gateway gateway, Optional<Executor> handlers, TrustLevel trust) {
        this.gateway = gateway;
        this.handlers = handlers;
        this.trust = trust;
    }

    /** The transport to that gateway; handlers run on daemon threads of their own, a pool for each provider. */
    public static LocalProviderTransport to(Gateway gateway) {
        return new LocalProviderTransport(gateway, Optional.empty(), TrustLevel.INTERNAL);
    }

    /** Attaches a provider to one session; see {@link #attach(SessionId, Provider)}. */
    public static BoundProvider attach(Gateway gateway, SessionId session, Provider provider) {
        return to(gateway).attach(session, provider);
    }

    /**
     * This transport with another place for handlers and listeners to run.
     *
     * <p>With {@code Runnable::run} they run on the thread that flushes the gateway's message, after the gateway's loop
     * (D-021): the fastest choice, for handlers that never block. They then run one at a time, and the gateway decides
     * about what they send when they have returned.
     */
    public LocalProviderTransport executor(Executor executor) {
        return new LocalProviderTransport(gateway, Optional.of(executor), trust);
    }

    /**
     * This transport for providers that are trusted as far as {@code level}. With {@link TrustLevel#PROJECT} they have
     * the rights and limits of a program that the gateway's host has started for one session: for providers that pass
     * on what a program says.
     *
     * @throws IllegalArgumentException for any level but {@link TrustLevel#INTERNAL} and {@link TrustLevel#PROJECT}
     */
    public LocalProviderTransport trust(TrustLevel level) {
        if (level != TrustLevel.INTERNAL && level != TrustLevel.PROJECT) {
            throw new IllegalArgumentException("no provider in the process is trusted as " + level);
        }
        return new LocalProviderTransport(gateway, handlers, level);
    }

    /**
     * Attaches a provider to one session. It leaves by itself when the session ends.
     *
     * @return the attached provider; {@link BoundProvider#whenBound} tells whether the gateway took it
     */
    public BoundProvider attach(SessionId session, Provider provider) {
        return attach(session, session, provider);
    }

    /**
     * Attaches a provider to all sessions, present and future (A/all-sessions). When one is opened, the provider joins
     * it by itself; its tools may be there a moment later, of which the host is told by {@code toolsChanged}. It leaves
     * with the gateway, or when it is closed. Only internal trust goes that far.
     *
     * @param home the session that brings it, which has to be open now and may end before it
     * @return the attached provider; {@link BoundProvider#whenBound} tells whether the gateway took it
     */
    public BoundProvider attachToAll(SessionId home, Provider provider) {
        return attach(home, SessionId.ALL, provider);
    }

    /**
     * Connects code that speaks the protocol itself, as tests do.
     *
     * @param home the session that brings it
     * @param provider given a channel, says where to report what arrives; from then on it is called by one thread at a
     *     time
     */
    void connect(SessionId home, Function<ProviderChannel, ProviderConnection> provider) {
        LocalConnection.open(gateway.providerPort(), new Peer.InProcess(home, trust), provider);
    }

    private BoundProvider attach(SessionId home, SessionId target, Provider provider) {
        if (handlers.isPresent()) {
            return attach(home, target, provider, handlers.get());
        }
        HandlerPool pool = new HandlerPool("tap-provider-" + provider.identity().name());
        BoundProvider attached = attach(home, target, provider, pool);
        attached.whenEnded().whenComplete((nothing, failure) -> pool.close());
        return attached;
    }

    private BoundProvider attach(SessionId home, SessionId target, Provider provider, Executor executor) {
        ProviderSession session = ProviderSession.inProcess(provider, target, executor);
        connect(home, session::opened);
        return session.handle();
    }
}
