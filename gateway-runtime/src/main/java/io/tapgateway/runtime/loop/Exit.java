package io.tapgateway.runtime.loop;

import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.runtime.transport.InboundClass;
import io.tapgateway.runtime.transport.Outlet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection's way out: an outlet with the memory that it was written to.
 *
 * <p>A transport that throws has broken its promise to only take notes; what it threw must neither interrupt a decision
 * of the core nor keep anything else from leaving, so it costs the transport its own connection. Confined to the loop,
 * but for {@link #flush}.
 */
final class Exit implements Departure {
    private static final Logger LOG = LoggerFactory.getLogger(Exit.class);

    private final Outlet outlet;
    private final Runnable onBroken;
    private boolean touched;
    private volatile boolean broken;

    /** @param onBroken has the connection given up; called once, possibly inside the loop */
    Exit(Outlet outlet, Runnable onBroken) {
        this.outlet = outlet;
        this.onBroken = onBroken;
    }

    /** Notes that something was written; true if nothing had been since the last {@link #leave}. */
    boolean touch() {
        boolean first = !touched;
        touched = true;
        return first;
    }

    /** What was written is about to be flushed. */
    void leave() {
        touched = false;
    }

    void send(GatewayMessage message) {
        if (!broken) {
            try {
                outlet.send(message);
            } catch (RuntimeException | Error bug) {
                fail(bug);
            }
        }
    }

    void ping() {
        try {
            outlet.ping();
        } catch (RuntimeException | Error bug) {
            fail(bug);
        }
    }

    void admit(InboundClass inbound) {
        try {
            outlet.admit(inbound);
        } catch (RuntimeException | Error bug) {
            fail(bug);
        }
    }

    void close(CloseCode code, String reason) {
        try {
            outlet.close(code, reason);
        } catch (RuntimeException | Error bug) {
            fail(bug);
        }
    }

    @Override
    public void flush() {
        try {
            outlet.flush();
        } catch (RuntimeException | Error bug) {
            fail(bug);
        }
    }

    private void fail(Throwable bug) {
        LOG.error("a transport threw from its Outlet; its connection ends", bug);
        if (!broken) {
            broken = true;
            onBroken.run();
        }
    }
}
