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
import io.tapgateway.runtime.core.session.HostFeed;
import io.tapgateway.runtime.core.session.SessionRegistry;
import io.tapgateway.runtime.core.state.Connection;
import java.util.Optional;

/**
 * How peers are turned away before they have proved who they are: whatever is wrong with a credential, after the same
 * short, jittered delay (D-043, T-10). Confined to the loop.
 */
public final class Rejections {
    private final Kernel kernel;
    private final ConnectionTable connections;
    private final AuthFailures failures;
    private final SessionRegistry sessions;
    private final HostFeed feed;

    public Rejections(
            Kernel kernel,
            ConnectionTable connections,
            AuthFailures failures,
            SessionRegistry sessions,
            HostFeed feed) {
        this.kernel = kernel;
        this.connections = connections;
        this.failures = failures;
        this.sessions = sessions;
        this.feed = feed;
    }

    /** Turns away a peer that presented a wrong token or code. */
    void wrong(Connection connection, MessageType message, String text) {
        if (failures.count(connection.origin())) {
            warnOfMany(connection.origin());
        }
        deny(connection, message, text);
    }

    /** Mostly a program that goes on with the token of a gateway that is no more. */
    private void warnOfMany(Optional<String> origin) {
        String who = origin.map(it -> "pages of " + it + " keep").orElse("a program on this machine keeps");
        String text =
                who + " presenting what is not valid, or not any more: start it again, so that it gets a new token";
        sessions.all().stream().filter(it -> it.info().discoverable()).forEach(it -> feed.warn(it, text));
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
