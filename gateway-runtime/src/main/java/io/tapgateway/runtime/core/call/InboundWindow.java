package io.tapgateway.runtime.core.call;

import io.tapgateway.protocol.model.Limit;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.kernel.Timers;
import io.tapgateway.runtime.core.state.Connection;
import io.tapgateway.runtime.transport.InboundClass;
import java.util.HashMap;
import java.util.Map;

/**
 * Lets large messages in while a tool result may be under way, and for 30 seconds after the last call ended (D-026).
 * Costs nothing per call while the window stays open. Confined to the loop.
 */
final class InboundWindow {
    private final Kernel kernel;
    private final Map<Connection, Timers.Timer> closing = new HashMap<>();

    InboundWindow(Kernel kernel) {
        this.kernel = kernel;
    }

    /** A call is about to be sent. */
    void open(Connection connection) {
        if (connection.inbound() == InboundClass.STANDARD) {
            admit(connection, InboundClass.TOOL_RESULT);
            checkAt(connection, kernel.now() + kernel.limits().nanos(Limit.TOOL_RESULT_GRACE));
        }
    }

    /** The binding is over. */
    void forget(Connection connection) {
        kernel.timers().cancel(closing.remove(connection));
        if (connection.inbound() == InboundClass.TOOL_RESULT) {
            admit(connection, InboundClass.STANDARD);
        }
    }

    private void checkAt(Connection connection, long at) {
        closing.put(connection, kernel.timers().at(at, () -> check(connection)));
    }

    private void check(Connection connection) {
        long grace = kernel.limits().nanos(Limit.TOOL_RESULT_GRACE);
        long quietSince = connection.liveCalls() > 0 ? kernel.now() : connection.lastCallEndedAt();
        if (kernel.now() - quietSince >= grace) {
            forget(connection);
        } else {
            checkAt(connection, quietSince + grace);
        }
    }

    private void admit(Connection connection, InboundClass inbound) {
        connection.setInbound(inbound);
        if (!connection.isOver()) {
            kernel.effects().admit(connection.id(), inbound);
        }
    }
}
