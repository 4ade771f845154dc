package io.tapgateway.protocol.connection;

import io.tapgateway.protocol.model.ProviderId;
import io.tapgateway.protocol.model.SessionId;

/** States with data, for tests. */
final class States {
    static final ProviderId PROVIDER = new ProviderId("p-1");
    static final SessionId SESSION = new SessionId("abc");

    static final GatewayState AWAIT_AUTH = GatewayState.awaitAuth();
    static final GatewayState AWAIT_CONSENT = AWAIT_AUTH.toAwaitConsent();
    static final GatewayState AWAIT_PAIRING = AWAIT_CONSENT.toAwaitPairing();
    static final GatewayState AWAIT_HELLO = AWAIT_PAIRING.toAwaitHello();
    static final GatewayState REGISTERING = AWAIT_HELLO.toRegistering();
    static final GatewayState BOUND = AWAIT_HELLO.toBound(PROVIDER);
    static final GatewayState UNBOUND = BOUND.toUnregistered();
    static final GatewayState REBINDING = UNBOUND.toRegistering();
    static final GatewayState DISCONNECTED = REBINDING.toDisconnected();

    private States() {}
}
