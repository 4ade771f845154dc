package io.tapgateway.runtime;

import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;

/** The tokens that let programs in. Thread-safe. */
public interface ProviderTokens {
    /**
     * A token for one program that the host starts for one of its sessions (D-039, D-041). It gives the whole project
     * row of the capability matrix, under that name only (D-074), until the session ends or it is revoked. Programs
     * look for it in their environment, as {@code TAP_PROVIDER_TOKEN}, and for the gateway as {@code TAP_GATEWAY_URL}.
     *
     * @throws IllegalStateException if there is no such session
     */
    Secret issueSpawnToken(SessionId session, ProviderName name);

    /**
     * Switches the discovery token on, or renews it: any program that knows it may join one discoverable session, with
     * Core rights (D-039). The previous one stops working and its connections are closed. To let programs
     * find it, write it to a file that nobody else can read.
     */
    Secret issueDiscoveryToken();

    /**
     * Makes a token worthless and closes its connections at once (D-041). Unknown tokens are ignored, and so is the
     * discovery token, which belongs to no program alone: {@link #issueDiscoveryToken} renews it.
     */
    void revoke(Secret token);
}
