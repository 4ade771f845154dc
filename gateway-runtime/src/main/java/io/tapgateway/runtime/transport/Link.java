package io.tapgateway.runtime.transport;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.model.CloseCode;

/**
 * The gateway's end of a link: what a transport reports. Thread-safe; what one thread reports is taken in that order. After
 * {@link #closed} everything is ignored (D-023).
 */
public interface Link {
    /**
     * A message has arrived.
     *
     * @param bytes its length in UTF-8, or an estimate where there was no text
     */
    void received(Decoded<ProviderMessage> message, int bytes);

    /** The peer answered a {@link Outlet#ping()}. */
    void pong();

    /** The transport has ended, whoever ended it. */
    void closed(CloseCode code);
}
