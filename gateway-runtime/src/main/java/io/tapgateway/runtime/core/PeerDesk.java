package io.tapgateway.runtime.core;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.runtime.core.call.SentCalls;
import io.tapgateway.runtime.core.connection.ConnectionTable;
import io.tapgateway.runtime.core.kernel.ConnectionId;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.provider.HelloDesk;
import io.tapgateway.runtime.core.provider.ProviderRegistry;
import io.tapgateway.runtime.core.state.Connection;
import io.tapgateway.runtime.core.state.ParkedFrame;
import java.util.Optional;

/**
 * What peers do: they connect, send frames, answer pings, and go; and what the system has done for them. Input for a
 * connection that has ended is ignored. Confined to the loop.
 */
final class PeerDesk implements PeerInput.Visitor {
    private final Kernel kernel;
    private final ConnectionTable connections;
    private final Entrance entrance;
    private final ProviderRegistry registry;
    private final HelloDesk hellos;
    private final Reception reception;
    private final MessageDispatch messages;
    private final SentCalls sent;

    PeerDesk(
            Kernel kernel,
            ConnectionTable connections,
            Entrance entrance,
            ProviderRegistry registry,
            HelloDesk hellos,
            Reception reception,
            MessageDispatch messages,
            SentCalls sent) {
        this.kernel = kernel;
        this.connections = connections;
        this.entrance = entrance;
        this.registry = registry;
        this.hellos = hellos;
        this.reception = reception;
        this.messages = messages;
        this.sent = sent;
    }

    @Override
    public void onOpened(PeerInput.Opened input) {
        entrance.opened(input);
    }

    @Override
    public void onReceived(PeerInput.Received input) {
        Connection connection = connections.find(input.connection());
        if (connection != null) {
            receive(connection, input.frame(), input.bytes());
        }
    }

    private void receive(Connection connection, Decoded<ProviderMessage> frame, int bytes) {
        if (connection.isOver()) {
            return;
        }
        if (connection.state().parks()) {
            if (!hellos.park(connection, frame, bytes)) {
                connections.end(connection, CloseCode.POLICY_VIOLATION, "flooding");
            }
            return;
        }
        reception.admit(connection, frame, bytes).ifPresent(message -> messages.dispatch(connection, message));
    }

    @Override
    public void onOffered(PeerInput.Offered input) {
        Optional.ofNullable(connections.find(input.connection()))
                .flatMap(Connection::registration)
                .ifPresent(it -> registry.offer(it, input.offerings()));
    }

    @Override
    public void onPonged(PeerInput.Ponged input) {
        Connection connection = connections.find(input.connection());
        if (connection != null) {
            entrance.ponged(connection);
            hellos.alive(connection);
        }
    }

    @Override
    public void onClosed(PeerInput.Closed input) {
        Connection connection = connections.find(input.connection());
        if (connection != null) {
            connections.remove(connection);
            takeApart(connection);
        }
    }

    @Override
    public void onPairingDecided(PeerInput.PairingDecided input) {
        entrance.decided(input);
    }

    @Override
    public void onDirectoryPrepared(PeerInput.DirectoryPrepared input) {
        Connection connection = connections.find(input.connection());
        if (connection != null) {
            hellos.prepared(connection, input.directory(), input.usable());
        }
    }

    @Override
    public void onFileRead(PeerInput.FileRead input) {
        sent.fileRead(input.call(), input.content());
    }

    /** Ends a connection after a failure in this process, however much of it exists. */
    @Override
    public void giveUp(ConnectionId id) {
        Connection connection = connections.find(id);
        if (connection != null) {
            connections.end(connection, CloseCode.INTERNAL_ERROR, "internal error");
        } else {
            kernel.effects().close(id, CloseCode.INTERNAL_ERROR, "internal error");
        }
    }

    /** Ends all connections. */
    void endAll(CloseCode code, String reason) {
        connections.all().forEach(connection -> connections.end(connection, code, reason));
    }

    /**
     * Does what follows from what was just handled, until nothing is left: connections that have ended are taken apart,
     * and frames that waited for a {@code hello} are handled as if they came now.
     */
    void followUp() {
        while (true) {
            ConnectionTable.Ending ending = connections.nextEnding();
            if (ending != null) {
                takeApart(ending.connection());
                kernel.effects().close(ending.connection().id(), ending.code(), ending.reason());
                continue;
            }
            ParkedFrame frame = hellos.nextFrame();
            if (frame == null) {
                return;
            }
            receive(frame.connection(), frame.content(), frame.bytes());
        }
    }

    /** Removes the timers, the registration and the pending {@code hello} of an ended connection. */
    private void takeApart(Connection connection) {
        entrance.forget(connection);
        connection.registration().ifPresent(it -> registry.unbind(it, ProviderRegistry.Leaving.LOST));
        hellos.gone(connection);
    }
}
