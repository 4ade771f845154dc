package io.tapgateway.conformance;

import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewayEvents;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.Pairing;
import io.tapgateway.runtime.ProviderTokens;
import io.tapgateway.runtime.ProviderView;
import io.tapgateway.runtime.Secret;
import io.tapgateway.runtime.SessionAccess;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.SessionListener;
import io.tapgateway.runtime.SessionView;
import io.tapgateway.runtime.transport.ProviderPort;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** As much of a gateway as a driver can do: sessions and tokens. Confined to the thread that plays. */
final class DrivenGateway implements Gateway, ProviderTokens {
    private final GatewayTarget target;
    private final List<GatewaySession> opened = new ArrayList<>();

    DrivenGateway(GatewayTarget target) {
        this.target = target;
    }

    @Override
    public GatewaySession openSession(SessionInfo info, SessionHost host) {
        GatewaySession session = target.driver().openSession(info, host);
        opened.add(session);
        return session;
    }

    @Override
    public ProviderTokens tokens() {
        return this;
    }

    @Override
    public Secret issueSpawnToken(SessionId session, ProviderName name) {
        return target.driver().spawnToken(session, name).orElseThrow(() -> unsupported("issueSpawnToken"));
    }

    @Override
    public Secret issueDiscoveryToken() {
        return Secret.of(target.discoveryToken()
                .orElseThrow(() -> unsupported("issueDiscoveryToken"))
                .get());
    }

    /** An answer to a question comes after what was asked before it. */
    void settle() {
        opened.forEach(GatewaySession::tools);
    }

    /** Ends the sessions of a case, so that the next one can have them. */
    void leave(Duration patience) {
        CompletableFuture<?>[] ends = opened.stream()
                .map(session -> session.close().toCompletableFuture())
                .toArray(CompletableFuture<?>[]::new);
        try {
            CompletableFuture.allOf(ends).get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            // The next case says what is wrong.
            opened.clear();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static UnsupportedOperationException unsupported(String operation) {
        return new UnsupportedOperationException(operation + ": no driver can do that");
    }

    @Override
    public void revoke(Secret token) {
        throw unsupported("revoke");
    }

    @Override
    public SessionAccess attach(SessionId session, SessionListener guest) {
        throw unsupported("attach");
    }

    @Override
    public Optional<GatewaySession> session(SessionId id) {
        throw unsupported("session");
    }

    @Override
    public List<SessionView> sessions() {
        throw unsupported("sessions");
    }

    @Override
    public List<ProviderView> providers() {
        throw unsupported("providers");
    }

    @Override
    public Pairing pairing() {
        throw unsupported("pairing");
    }

    @Override
    public GatewayEvents events() {
        throw unsupported("events");
    }

    @Override
    public ProviderPort providerPort() {
        throw unsupported("providerPort");
    }

    @Override
    public CompletionStage<Void> shutdown() {
        throw unsupported("shutdown");
    }

    @Override
    public CompletionStage<Void> closed() {
        throw unsupported("closed");
    }

    @Override
    public void closeNow() {
        throw unsupported("closeNow");
    }

    @Override
    public void close() {
        throw unsupported("close");
    }
}
