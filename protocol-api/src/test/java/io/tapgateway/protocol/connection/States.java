package io.tapgateway.protocol.connection;

import io.tapgateway.protocol.model.ProviderId;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.TrustLevel;

/** States with data, for tests. */
final class States {
    static final ProviderId PROVIDER = new ProviderId("p-1");
    static final SessionId SESSION = new SessionId("abc");

    static final GatewayState.AwaitHello AWAIT_HELLO = new GatewayState.AwaitHello(TrustLevel.PROJECT);
    static final GatewayState.Bound BOUND = new GatewayState.Bound(TrustLevel.PROJECT, PROVIDER, SESSION);
    static final GatewayState.Unbound UNBOUND = new GatewayState.Unbound(TrustLevel.PROJECT, PROVIDER);

    private States() {}
}
