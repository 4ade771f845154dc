package io.tapgateway.runtime.transport;

import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.model.CloseCode;

/**
 * A transport's end of a link: what the gateway asks of it.
 *
 * <p>All methods but {@link #flush()} are called one after the other from inside the gateway's loop. They must only
 * note what is to be done: no I/O, no waiting, no user code. Calling the {@link Link} back is allowed. After {@link
 * #close}, only {@link #flush()} is called.
 */
public interface Outlet {
    /**
     * Sends a message after all earlier ones. A transport whose buffer is full drops the oldest {@code session.event}
     * first and otherwise ends the link with {@link CloseCode#SLOW_CONSUMER} (D-019).
     */
    void send(GatewayMessage message);

    /**
     * Asks the peer for a sign of life; its answer is {@link Link#pong()}. The gateway pings remote peers only; an
     * in-process transport has nothing to ask and answers at once.
     */
    void ping();

    /** From now on messages up to this class may come in. Starts as {@link InboundClass#UNAUTHENTICATED}. */
    void admit(InboundClass inbound);

    /** Ends the link after everything sent so far has left. */
    void close(CloseCode code, String reason);

    /**
     * The gateway has finished a batch of work: now is the time for I/O and for user code. Called outside the loop,
     * from any thread, possibly by several at once, and at least once after every other call.
     */
    void flush();
}
