package io.tapgateway.provider.connection;

import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.model.Offerings;

/**
 * The transport's end of one connection, as the SDK sees it. Thread-safe: called from the threads of handlers and of
 * the provider's author as well as from the transport's own.
 *
 * <p>No method waits, and none throws because the connection has ended meanwhile: what is sent then is lost, and
 * {@link ProviderConnection#closed()} tells. A transport that cannot keep up ends the connection.
 */
public interface ProviderChannel {
    /** Sends a message after all earlier ones. */
    void send(ProviderMessage message);

    /**
     * Offers something beside tools; nothing of that goes over a wire.
     *
     * @return whether the gateway is in this process, and so can hear of it
     */
    default boolean offer(Offerings offerings) {
        return false;
    }

    /** Ends the connection after everything sent so far has left. Harmless to repeat. */
    void close();
}
