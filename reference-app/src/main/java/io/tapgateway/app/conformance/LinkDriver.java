package io.tapgateway.app.conformance;

import io.tapgateway.conformance.GatewayDriver;
import io.tapgateway.link.HostGateway;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.Secret;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import java.util.Optional;

/**
 * Drives a gateway of ours by its host link. Thread-safe.
 *
 * @param isAlone whether nobody else has a session there
 */
public record LinkDriver(HostGateway gateway, boolean isAlone) implements GatewayDriver {
    @Override
    public GatewaySession openSession(SessionInfo info, SessionHost host) {
        return gateway.openSession(info, host);
    }

    @Override
    public Optional<Secret> spawnToken(SessionId session, ProviderName name) {
        return Optional.of(gateway.issueSpawnToken(session, name));
    }

    @Override
    public boolean spawns() {
        return true;
    }

    @Override
    public void close() {
        gateway.close();
    }
}
