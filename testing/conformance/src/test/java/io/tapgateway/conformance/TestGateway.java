package io.tapgateway.conformance;

import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.Secret;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.transport.ws.WebSocketSettings;
import io.tapgateway.transport.ws.WebSocketTransport;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Our gateway at a real port, driven in this process. Thread-safe. */
final class TestGateway implements GatewayDriver {
    /** So that the cases need not wait for each other. */
    private static final int MANY_HELLOS = 10_000;

    private final Gateway gateway = Gateway.builder()
            .limits(Limits.standard()
                    .with(Limit.HELLOS_PER_MINUTE, MANY_HELLOS)
                    .with(Limit.HELLOS_PER_MINUTE_PER_TOKEN, MANY_HELLOS))
            .build();
    private final WebSocketTransport transport;
    private final String discoveryToken;

    TestGateway() throws IOException {
        transport = WebSocketTransport.listen(
                gateway.providerPort(), WebSocketSettings.standard().withPort(0));
        discoveryToken = gateway.tokens().issueDiscoveryToken().reveal();
    }

    /** The gateway, with that fault. */
    GatewayTarget target(Function<String, List<String>> fault) {
        return new GatewayTarget(
                URI.create("ws://127.0.0.1:" + transport.port() + "/"), Optional.of(() -> discoveryToken), this, fault);
    }

    @Override
    public GatewaySession openSession(SessionInfo info, SessionHost host) {
        return gateway.openSession(info, host);
    }

    @Override
    public Optional<Secret> spawnToken(SessionId session, ProviderName name) {
        return Optional.of(gateway.tokens().issueSpawnToken(session, name));
    }

    @Override
    public boolean spawns() {
        return true;
    }

    @Override
    public boolean isAlone() {
        return true;
    }

    @Override
    public void close() {
        transport.close();
        gateway.closeNow();
    }
}
