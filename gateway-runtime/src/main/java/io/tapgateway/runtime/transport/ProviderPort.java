package io.tapgateway.runtime.transport;

import io.tapgateway.protocol.model.Limits;
import java.util.Optional;

/** Where providers come in. Thread-safe. */
public interface ProviderPort {
    /** Whether a peer would be turned away now; transports ask before they accept a handshake. */
    Optional<Refusal> refusal(Peer peer);

    /**
     * Opens a link. Where there is no room in spite of {@link #refusal}, the outlet is told to close right away.
     *
     * @param outlet where the gateway's side goes
     */
    Link open(Peer peer, Outlet outlet);

    /** The limits in force. */
    Limits limits();
}
