package io.tapgateway.agentserver;

import io.tapgateway.model.AgentLimits;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.MayChange;
import io.tapgateway.protocol.transport.TextReceiver;
import io.tapgateway.protocol.transport.TextSocket;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Serves clients of the agent-coworker protocol, version 3.0: each has a session and an agent of its own, which may
 * outlive its connection for a while.
 * Whoever has the sockets hands connections in, and has decided who may connect. Thread-safe.
 *
 * <pre>{@code
 * AgentServer server = AgentServer.of(settings, lender);
 * TextPort port = TextPort.at(AgentServer.PATH, server::accept);
 * }</pre>
 */
@MayChange
@SuppressWarnings("exports") // of use to whoever has the sockets: our app
public final class AgentServer implements AutoCloseable {
    /** Where clients look for it. */
    public static final String PATH = "/ws";

    /** The port at which they look for it. */
    public static final int USUAL_PORT = 7_337;

    /** How many sessions there may be at once, those that are kept included (W-007). */
    public static final int MOST_CONNECTIONS = 64;

    /** How much an agent does for a client before it stops by itself (W-033, W-035). */
    static final AgentLimits LIMITS = new AgentLimits(100, 16, 20, 50_000, 200_000);

    private final SessionSupplies supplies;
    private final SessionTable sessions = new SessionTable(MOST_CONNECTIONS);

    private AgentServer(SessionSupplies supplies) {
        this.supplies = supplies;
    }

    /**
     * A server for whoever connects; makes the directories that clients expect below the working directory (W-024).
     *
     * @throws IOException if they cannot be made
     * @throws IllegalArgumentException if there is a base URL that is none; the message says what is wrong
     */
    public static AgentServer of(AgentServerSettings settings, SessionLender lender) throws IOException {
        return of(settings, lender, Later.ofThisMachine("tap-cowork-timer"));
    }

    /** The same in another time. */
    static AgentServer of(AgentServerSettings settings, SessionLender lender, Later later) throws IOException {
        SessionSupplies supplies = SessionSupplies.of(settings, lender, later);
        for (Path each : supplies.config().directories()) {
            Files.createDirectories(each);
        }
        return new AgentServer(supplies);
    }

    /** Takes a connection, perhaps of a client that comes back; one session too many is closed at once. */
    public TextReceiver accept(TextSocket socket, int port) {
        ConnectQuery query = ConnectQuery.of(socket.query());
        Optional<ServedSession> kept = query.resume().flatMap(sessions::claim);
        if (kept.isPresent()) {
            kept.get().resume(socket);
            return new CoworkerConnection(kept.get(), socket);
        }
        ServedSession session = new ServedSession(supplies, sessions, socket, query.resumable());
        if (!sessions.admit(session)) {
            socket.close(CloseCode.OVER_CAPACITY, "Too many clients");
            return new RefusedConnection();
        }
        session.begin();
        return new CoworkerConnection(session, socket);
    }

    /** Whether another client would be taken (W-007). */
    public boolean hasRoom() {
        return sessions.hasRoom();
    }

    /** Ends all sessions and connections; does not wait for them. Harmless to repeat. */
    @Override
    public void close() {
        // The threads are gone once they are idle: they still have sessions to end.
        sessions.all().forEach(it -> it.leave(CloseCode.GOING_AWAY, "The server stops"));
        supplies.later().close();
    }

    CommandShelf commands() {
        return supplies.commands();
    }
}
