package io.tapgateway.runtime.core.identity;

import io.tapgateway.protocol.connection.GatewayState;
import io.tapgateway.protocol.message.Correlation;
import io.tapgateway.protocol.message.ErrorMessage;
import io.tapgateway.protocol.message.MessageType;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.ErrorCode;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.runtime.core.connection.ConnectionTable;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.state.Connection;
import java.util.Optional;

/**
 * How peers are turned away before they have proved who they are: whatever is wrong with a credential, after the same
 * short, jittered delay (D-043, T-10). Confined to the loop.
 */
public final class Rejections {
    private final Kernel kernel;
    private final AuthFailures failures;
    private final ConnectionTable connections;

    public Rejections(Kernel kernel, ConnectionTable connections, AuthFailures failures) {
        this.kernel = kernel;
        this.failures = failures;
        this.connections = connections;
    }

    /** Turns away a peer that presented a wrong token or code. */
    void wrong(Connection connection, MessageType message, String text) {
        failures.count(connection.origin());
        deny(connection, message, text);
    }

    /** Turns a peer away; from now on nothing it sends counts, and a moment later it is told and closed. */
    void deny(Connection connection, MessageType message, String text) {
        kernel.timers().cancel(connection.stateTimer());
        connection.transition(GatewayState::toDisconnected);
        long delay = kernel.limits().nanos(Limit.AUTH_FAILURE_DELAY);
        long at = kernel.now() + delay + kernel.entropy().jitter(delay);
        connection.setStateTimer(kernel.timers().at(at, () -> {
            tell(connection, message, ErrorCode.AUTH_FAILED, text);
            kernel.effects().close(connection.id(), CloseCode.AUTH_FAILED, text);
        }));
    }

    /** Turns a peer away that may come again later. */
    void postpone(Connection connection, MessageType message, String text) {
        tell(connection, message, ErrorCode.RATE_LIMITED, text);
        connections.end(connection, CloseCode.OVER_CAPACITY, text);
    }

    private void tell(Connection connection, MessageType message, ErrorCode code, String text) {
        ErrorMessage.About about =
                new ErrorMessage.About(Optional.of(message.wireName()), Optional.empty(), Correlation.NONE);
        kernel.effects().send(connection.id(), new ErrorMessage(code, text, about));
    }
}
