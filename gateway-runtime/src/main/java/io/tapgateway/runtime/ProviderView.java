package io.tapgateway.runtime;

import io.tapgateway.protocol.message.Hello;
import io.tapgateway.protocol.model.ProviderId;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.TrustLevel;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * An authenticated connection, for administration. Immutable.
 *
 * @param providerId once it was bound
 * @param identity once it was bound
 * @param state name of its {@link io.tapgateway.protocol.connection.GatewayState}
 * @param sessionId where it is bound; {@code all} for every session
 * @param load what it is doing
 */
public record ProviderView(
        Optional<ProviderId> providerId,
        Optional<Hello.Identity> identity,
        TrustLevel trust,
        String state,
        Optional<SessionId> sessionId,
        Load load) {
    /**
     * What a provider is doing.
     *
     * @param tools names of its tools, sorted
     * @param inFlight calls it is working on
     * @param queued calls that wait for a place
     * @param connectedAt when its transport opened
     */
    public record Load(List<String> tools, int inFlight, int queued, Instant connectedAt) {}
}
