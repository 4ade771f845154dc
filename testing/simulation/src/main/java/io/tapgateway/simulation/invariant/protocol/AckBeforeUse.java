package io.tapgateway.simulation.invariant.protocol;

import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.SessionEvent;
import io.tapgateway.protocol.message.SessionLifecycle;
import io.tapgateway.protocol.message.StreamHistory;
import io.tapgateway.protocol.message.ToolCall;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.simulation.invariant.Check;
import io.tapgateway.simulation.invariant.Invariant;
import io.tapgateway.simulation.trace.ConnectionRecord;
import io.tapgateway.simulation.trace.ConnectionRecord.Phase;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.ReferenceModel;
import java.util.Optional;

/**
 * I-40: nothing of a binding comes before its hello.ack, and nothing of a session that is not in it; after the end of
 * the connection comes nothing at all. Confined to one simulation.
 */
public final class AckBeforeUse implements Invariant {
    private final Check check = new Check("I-40");

    @Override
    public Check check() {
        return check;
    }

    @Override
    public void onSent(Consequence.Sent sent, ReferenceModel reference) {
        check.require(
                reference.connection(sent.connection()).phase() != Phase.OVER,
                () -> "sent after the connection was closed: " + sent);
        Optional<SessionId> session = sessionOf(sent.message());
        if (session.isPresent()) {
            check.reached();
            ConnectionRecord connection = reference.connection(sent.connection());
            check.require(connection.phase() == Phase.BOUND, () -> "sent in state " + connection.phase() + ": " + sent);
            check.require(
                    connection
                                    .binding()
                                    .filter(it -> it.tools().containsKey(session.get()))
                                    .isPresent()
                            || sent.message() instanceof SessionLifecycle,
                    () -> "sent about a session that the provider is not bound to: " + sent);
        }
    }

    private static Optional<SessionId> sessionOf(GatewayMessage message) {
        if (message instanceof ToolCall call) {
            return Optional.of(call.sessionId());
        } else if (message instanceof SessionLifecycle lifecycle) {
            return Optional.of(lifecycle.sessionId());
        } else if (message instanceof SessionEvent event) {
            return Optional.of(event.sessionId());
        } else if (message instanceof StreamHistory history) {
            return history.sessionId();
        }
        return Optional.empty();
    }
}
