package io.tapgateway.conformance;

import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.Secret;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import java.util.Optional;

/**
 * The host's side of a gateway under test, which the protocol of providers says nothing about. Used by one thread;
 * sessions call their hosts on any.
 */
public interface GatewayDriver extends AutoCloseable {
    /**
     * Opens a session.
     *
     * @throws UnsupportedOperationException if it cannot
     */
    GatewaySession openSession(SessionInfo info, SessionHost host);

    /** A token for a program that the host has started; empty if the gateway has no such tokens. */
    Optional<Secret> spawnToken(SessionId session, ProviderName name);

    /** Whether {@link #spawnToken} gives any. */
    boolean spawns();

    /** Whether the gateway has no sessions but those that are opened here, so that its lists of sessions are known. */
    boolean isAlone();

    /**
     * What was asked of the driver since the last time, and what it cannot do, in some words; empty if it could do
     * everything. A case that fails because of that is skipped.
     */
    default Optional<String> shortcoming() {
        return Optional.empty();
    }

    /** Leaves the gateway. */
    @Override
    void close();
}
