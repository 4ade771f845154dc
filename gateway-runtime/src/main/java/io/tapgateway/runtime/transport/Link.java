package io.tapgateway.runtime.transport;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.MayChange;
import io.tapgateway.protocol.model.Offerings;
import java.util.List;

/**
 * The gateway's end of a link: what a transport reports. Thread-safe; what one thread reports is taken in that order.
 * After {@link #closed} everything is ignored (D-023).
 */
public interface Link {
    /**
     * A message has arrived.
     *
     * @param bytes its length in UTF-8, or an estimate where there was no text
     */
    void received(Decoded<ProviderMessage> message, int bytes);

    /** Messages have arrived at the same time, in this order: the same as one by one, with less to do for each. */
    default void received(List<Arrival> arrivals) {
        arrivals.forEach(arrival -> received(arrival.message(), arrival.bytes()));
    }

    /**
     * The same for a transport that keeps room for them.
     *
     * @param delivered run once, as soon as the hosts have what followed from the messages, perhaps before this
     *     returns; on any thread, which it must not block
     */
    default void received(List<Arrival> arrivals, Runnable delivered) {
        received(arrivals);
        delivered.run();
    }

    /**
     * A provider in the gateway's process offers something beside tools, or something else than before; only one that
     * is bound does.
     */
    @MayChange
    default void offered(Offerings offerings) {}

    /** The peer answered a {@link Outlet#ping()}. */
    void pong();

    /** The transport has ended, whoever ended it. */
    void closed(CloseCode code);

    /**
     * A message that has arrived.
     *
     * @param bytes its length in UTF-8, or an estimate where there was no text
     */
    record Arrival(Decoded<ProviderMessage> message, int bytes) {}
}
