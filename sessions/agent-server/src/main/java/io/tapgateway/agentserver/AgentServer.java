package io.tapgateway.agentserver;

import io.tapgateway.model.AgentLimits;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.MayChange;
import io.tapgateway.protocol.transport.TextReceiver;
import io.tapgateway.protocol.transport.TextSocket;
import io.tapgateway.runtime.thread.IdlePool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

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

    private static final int THREADS = 8;

    private final AgentServerSettings settings;
    private final SessionLender lender;
    private final ModelRoutes routes;
    private final ModelKeys keys;
    private final AgentConfig config;
    private final CommandShelf commands;
    private final SkillShelf skills;
    private final Observatory observatory = new Observatory();
    private final IdlePool threads = IdlePool.ofErrands("tap-cowork", THREADS);
    private final Map<String, ServedSession> open = new ConcurrentHashMap<>();
    private final ReentrantLock admission = new ReentrantLock();
    private final AtomicLong losses = new AtomicLong();
    private final Later later;

    private AgentServer(AgentServerSettings settings, SessionLender lender, Later later) {
        this.settings = settings;
        this.lender = lender;
        this.later = later;
        this.keys = new ModelKeys(settings.keys(), settings.environment(), settings.baseUrl());
        this.routes = new ModelRoutes(settings.baseUrl(), keys, InstantSource.system());
        this.skills = new SkillShelf(settings.directory(), settings.personsHome());
        this.config = new AgentConfig(settings);
        this.commands = new CommandShelf(settings.directory(), settings.personsHome(), config::commands, skills);
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
        AgentServer server = new AgentServer(settings, lender, later);
        for (Path each : server.config.directories()) {
            Files.createDirectories(each);
        }
        return server;
    }

    /** Takes a connection, perhaps of a client that comes back; one session too many is closed at once. */
    public TextReceiver accept(TextSocket socket, int port) {
        ConnectQuery query = ConnectQuery.of(socket.query());
        Optional<ServedSession> kept =
                query.resume().flatMap(id -> Optional.ofNullable(open.get(id))).filter(ServedSession::claim);
        if (kept.isPresent()) {
            kept.get().resume(socket);
            return new CoworkerConnection(kept.get(), socket);
        }
        ServedSession session = new ServedSession(this, socket, query.resumable());
        if (!admit(session)) {
            socket.close(CloseCode.OVER_CAPACITY, "Too many clients");
            return new RefusedConnection();
        }
        session.begin();
        return new CoworkerConnection(session, socket);
    }

    /** Whether another client would be taken (W-007). */
    public boolean hasRoom() {
        return open.size() < MOST_CONNECTIONS
                || open.values().stream().anyMatch(it -> it.lost().isPresent());
    }

    /** Where there is no room, the session makes it that has been without a client for longest. */
    private boolean admit(ServedSession session) {
        admission.lock();
        try {
            boolean room = open.size() < MOST_CONNECTIONS || giveOneUp();
            if (room) {
                open.put(session.id(), session);
            }
            return room;
        } finally {
            admission.unlock();
        }
    }

    /** One whose client comes back in that moment is not given up, but the next. */
    private boolean giveOneUp() {
        return open.values().stream()
                .filter(it -> it.lost().isPresent())
                .sorted(Comparator.comparingLong(it -> it.lost().orElse(Long.MAX_VALUE)))
                .toList()
                .stream()
                .anyMatch(ServedSession::giveUp);
    }

    /** The number of another loss of a connection; they rise. */
    long nextLoss() {
        return losses.incrementAndGet();
    }

    /** Ends all sessions and connections; does not wait for them. Harmless to repeat. */
    @Override
    public void close() {
        // The threads are gone once they are idle: they still have sessions to end.
        open.values().forEach(it -> it.leave(CloseCode.GOING_AWAY, "The server stops"));
        later.close();
    }

    void ended(ServedSession session) {
        open.remove(session.id());
    }

    /** Has something done after a while, unless the server is closed before. */
    Later.Timer later(Duration time, Runnable task) {
        return later.after(time, task);
    }

    AgentServerSettings settings() {
        return settings;
    }

    SessionLender lender() {
        return lender;
    }

    AgentConfig config() {
        return config;
    }

    ModelRoutes routes() {
        return routes;
    }

    ModelKeys keys() {
        return keys;
    }

    CommandShelf commands() {
        return commands;
    }

    SkillShelf skills() {
        return skills;
    }

    Observatory observatory() {
        return observatory;
    }

    Executor threads() {
        return threads;
    }
}
