package io.tapgateway.runtime.core.kernel;

import io.tapgateway.protocol.connection.GatewayState;
import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.CallProgress;
import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.runtime.transport.InboundClass;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The core's way out: what is to be done. The driver notes each effect and carries it out in this order per connection
 * and per session; it never calls the core back from here.
 */
public interface Effects {
    /** Sends a message. */
    void send(ConnectionId connection, GatewayMessage message);

    /** Asks for a sign of life. */
    void ping(ConnectionId connection);

    /** Lets larger or only smaller messages in. */
    void admit(ConnectionId connection, InboundClass inbound);

    /** The state of a connection has changed; for the log. */
    void stateChanged(ConnectionId connection, GatewayState from, GatewayState to);

    /** Ends a connection after what was sent; nothing is done to it afterwards. */
    void close(ConnectionId connection, CloseCode code, String reason);

    /**
     * Asks the embedder whether a peer may pair, and where: the answer comes as an input of its own, because no user
     * code runs inside of the loop.
     */
    void consultOnPairing(ConnectionId connection, Optional<String> origin);

    /**
     * Makes the directory of a provider that wants to be bound, unless it is there: the answer comes as an input of its
     * own.
     */
    void prepareDirectory(ConnectionId connection, Path directory);

    /** Reads a file: the answer comes as an input of its own. */
    void readFile(FileRequest request);

    /**
     * What a host asked for is answered: a call has ended, a tool was checked, a prompt is assembled. Happens once for
     * each.
     */
    <T> void complete(Receipt<T> receipt, T answer);

    /**
     * The same of a call, after its caller has been told what was to be told before: a tool that a call has brought is
     * known before its result (M-022).
     */
    default void completeAfterNotices(Receipt<ToolOutcome> call, ToolOutcome outcome) {
        complete(call, outcome);
    }

    /** Tells whoever waits for a call what its provider reports. */
    void report(Receipt<ToolOutcome> call, CallProgress progress);

    /** Tells a session's host something, and its guests, as far as it is for them. */
    void notifyHost(SessionId session, HostNotice notice);

    /** Asks or tells an interceptor something. */
    void notifyInterceptor(InterceptorAddress interceptor, InterceptorNotice notice);

    /**
     * Something failed in here that should not have; what it was about was stopped, and the core goes on.
     *
     * @param what for the log: what was stopped
     */
    void fault(String what, Throwable bug);

    /** Whether anybody wants {@link #publish events}; saves making them. */
    boolean isObserved();

    /** Tells observers. */
    void publish(GatewayEvent event);
}
