package io.tapgateway.runtime.core.connection;

import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.kernel.Timers;
import io.tapgateway.runtime.core.state.Connection;
import io.tapgateway.runtime.transport.Peer;
import java.util.HashMap;
import java.util.Map;

/**
 * Finds out which remote peers are gone: a ping every 20 seconds, an end after two without answer (D-017). Confined to
 * the loop.
 */
public final class Keepalive {
    private static final class Pulse {
        private Timers.Timer timer;
        private int unanswered;

        private Pulse(Timers.Timer timer) {
            this.timer = timer;
        }
    }

    private final Kernel kernel;
    private final ConnectionTable connections;
    private final Map<Connection, Pulse> pulses = new HashMap<>();

    public Keepalive(Kernel kernel, ConnectionTable connections) {
        this.kernel = kernel;
        this.connections = connections;
    }

    /** Watches a connection from now on if its peer is remote; the end of a peer in this process is always reported. */
    public void watch(Connection connection) {
        if (connection.peer() instanceof Peer.Remote) {
            pulses.put(connection, new Pulse(next(connection)));
        }
    }

    /** The peer answered. */
    public void pong(Connection connection) {
        Pulse pulse = pulses.get(connection);
        if (pulse != null) {
            pulse.unanswered = 0;
        }
    }

    /** Stops watching. */
    public void forget(Connection connection) {
        Pulse pulse = pulses.remove(connection);
        if (pulse != null) {
            kernel.timers().cancel(pulse.timer);
        }
    }

    private Timers.Timer next(Connection connection) {
        return kernel.after(Limit.PING_INTERVAL, () -> beat(connection));
    }

    private void beat(Connection connection) {
        Pulse pulse = pulses.get(connection);
        if (pulse == null) {
            return;
        }
        if (pulse.unanswered >= kernel.limit(Limit.UNANSWERED_PINGS)) {
            connections.end(connection, CloseCode.TIMED_OUT, "no answer to pings");
            return;
        }
        pulse.unanswered++;
        pulse.timer = next(connection);
        kernel.effects().ping(connection.id());
    }
}
