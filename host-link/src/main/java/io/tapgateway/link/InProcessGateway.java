package io.tapgateway.link;

import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.Secret;
import io.tapgateway.runtime.SessionAccess;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.SessionListener;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;

/** The host's own gateway. Thread-safe. */
final class InProcessGateway implements HostGateway {
    private final Gateway gateway;
    private final List<SessionAccess> opened = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    InProcessGateway(Gateway gateway) {
        this.gateway = gateway;
    }

    @Override
    public Place place() {
        return Place.HERE;
    }

    @Override
    public Optional<URI> providerUrl() {
        return Optional.empty();
    }

    @Override
    public GatewaySession openSession(SessionInfo info, SessionHost host) {
        GatewaySession session = gateway.openSession(info, host);
        opened.add(session);
        return session;
    }

    @Override
    public SessionAccess attach(SessionId session, SessionListener guest) {
        SessionAccess attached = gateway.attach(session, guest);
        opened.add(attached);
        return attached;
    }

    @Override
    public Secret issueSpawnToken(SessionId session, ProviderName name) {
        return gateway.tokens().issueSpawnToken(session, name);
    }

    @Override
    public void revoke(Secret token) {
        gateway.tokens().revoke(token);
    }

    /** It dies with its hosts. */
    @Override
    public void onReplaced(Runnable listener) {}

    @Override
    public CompletionStage<Void> ended() {
        return ended.minimalCompletionStage();
    }

    @Override
    public void close() {
        opened.forEach(session -> {
            var unused = session.close();
        });
        ended.complete(null);
    }
}
