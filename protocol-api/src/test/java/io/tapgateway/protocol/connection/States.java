package io.tapgateway.protocol.connection;

import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.ProviderId;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.TrustLevel;
import java.util.List;

/** One state of each kind, in the order of a connection's life. */
public final class States {
    static final ProviderId PROVIDER = new ProviderId("p-1");
    static final SessionId SESSION = new SessionId("abc");

    static final GatewayState.AwaitHello AWAIT_HELLO = new GatewayState.AwaitHello(TrustLevel.PROJECT);
    static final GatewayState.Bound BOUND = new GatewayState.Bound(TrustLevel.PROJECT, PROVIDER, SESSION);
    static final GatewayState.Unbound UNBOUND = new GatewayState.Unbound(TrustLevel.PROJECT, PROVIDER);

    public static final List<GatewayState> OF_GATEWAY = List.of(
            new GatewayState.AwaitAuth(),
            new GatewayState.AwaitPairing(),
            AWAIT_HELLO,
            BOUND,
            UNBOUND,
            new GatewayState.Disconnected(CloseCode.NORMAL));

    public static final List<ProviderState> OF_PROVIDER = List.of(
            new ProviderState.Authenticating(),
            new ProviderState.Pairing(),
            new ProviderState.Choosing(),
            new ProviderState.Registering(),
            new ProviderState.Bound(PROVIDER, SESSION),
            new ProviderState.Closed());

    private States() {}
}
