package io.tapgateway.app.mcp;

import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.LastWords;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.program.PatientThread;
import io.tapgateway.app.session.AppSessions;
import io.tapgateway.mcp.protocol.ClientProfile;
import io.tapgateway.mcp.protocol.Elicitation;
import io.tapgateway.mcp.provider.Elicited;
import io.tapgateway.mcp.provider.GivenSecrets;
import io.tapgateway.mcp.provider.McpServer;
import io.tapgateway.mcp.provider.McpServerHost;
import io.tapgateway.mcp.provider.McpServerView;
import io.tapgateway.mcp.provider.PinStore;
import io.tapgateway.mcp.provider.ProgramWire;
import io.tapgateway.mcp.provider.ServerWire;
import io.tapgateway.programs.Command;
import io.tapgateway.programs.InteractiveProcess;
import io.tapgateway.programs.ProgramEnvironment;
import io.tapgateway.programs.ProgramLog;
import io.tapgateway.programs.ProgramThread;
import io.tapgateway.programs.SystemProgramThread;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Provider;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.transport.local.LocalProviderTransport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The MCP servers of all sessions: one of each that is configured and approved, for every session, as long as that
 * lives (M-060, M-061). Thread-safe.
 */
public final class SessionMcpServers implements AutoCloseable {
    /** Values of variables that servers are configured with. */
    public static final String VARIABLES = "mcp.env";

    /** What tells a program that it is a server of a session; one that opened sessions itself would never end. */
    public static final String MARK = "TAPGATEWAY_MCP_SERVER";

    private static final Logger LOG = LoggerFactory.getLogger(SessionMcpServers.class);

    /** Longer than programs get to end. */
    private static final Duration FAREWELL = Duration.ofSeconds(5);

    private final Gateway gateway;
    private final AppSessions sessions;
    private final HomeDirectory home;
    private final String version;
    private final SystemProgramThread thread;
    private final PatientThread patient;
    private final McpHttp http;

    private final List<Consumer<SessionId>> listeners = new CopyOnWriteArrayList<>();

    /** Confined to the thread, as what it contains. */
    private final Map<SessionId, Place> places = new HashMap<>();

    /** Servers that have been ended, until their programs have; the same holds for it. */
    private final List<McpServer> leaving = new ArrayList<>();

    /**
     * @param version of the gateway, which servers are told
     * @param nanos monotonic time
     */
    public SessionMcpServers(
            Gateway gateway, AppSessions sessions, HomeDirectory home, String version, LongSupplier nanos) {
        this.gateway = gateway;
        this.sessions = sessions;
        this.home = home;
        this.version = version;
        this.thread = new SystemProgramThread("mcp-servers", nanos);
        this.http = new McpHttp(home, thread);
        this.patient = new PatientThread(thread, "Looking after MCP servers", FAREWELL, home.logs());
        sessions.whenOpened(info -> {
            // Until all of them are started, the agent knows that somebody comes.
            Runnable all = expect(info);
            thread.execute(() -> {
                begin(info);
                all.run();
            });
        });
        sessions.whenEnded(session -> thread.execute(() -> end(session)));
    }

    /** A server that is configured, in one session. Confined to the thread. */
    private record Present(ConfiguredServer configured, String problem, Optional<Started> started) {
        private McpEntry entry() {
            return configured.entry();
        }

        private boolean isCalled(String key) {
            return entry().key().value().equalsIgnoreCase(key);
        }

        private boolean waitsWith(String fingerprint) {
            return server().map(McpServer::view)
                    .filter(it -> !it.waiting().isEmpty() && it.fingerprint().equals(fingerprint))
                    .isPresent();
        }

        private Optional<McpServer> server() {
            return started.map(Started::server);
        }

        /** What its user has to do about it. */
        private String wish() {
            return started.map(it -> it.host().login).orElse(problem);
        }
    }

    /** A server, and what it has. Confined to the thread. */
    private record Started(McpServer server, ForSession host) {}

    /** A session and its servers, by their keys. Confined to the thread. */
    private static final class Place {
        private final SessionInfo info;
        private final Map<String, Present> servers = new LinkedHashMap<>();

        /** What its workspace brings along. */
        private List<ConfiguredServer> ofWorkspace = List.of();

        private boolean attached = true;

        private Place(SessionInfo info) {
            this.info = info;
        }
    }

    /** Reads the configuration again: what has changed, is newly approved or is gone, has its consequences. */
    public void reload() throws Problem {
        patient.ask(() -> {
            reconcile();
            return true;
        });
    }

    /**
     * Starts the servers that the workspace of a session brings along, which the user has approved as they are. One of
     * which its user has another one of that name is not started.
     *
     * @throws Problem if the session has ended
     */
    public void start(SessionId session, ProjectServers approved) throws Problem {
        if (approved.entries().isEmpty()) {
            return;
        }
        patient.ask(() -> {
            Place place = places.get(session);
            if (place == null) {
                throw new Problem("Session '" + session + "' has ended; open it again.");
            }
            place.ofWorkspace = approved.entries().stream()
                    .map(it -> new ConfiguredServer(it, Optional.of(approved)))
                    .toList();
            List<McpEntry> own = McpServersFile.in(home).read();
            reconcile(place, own);
            place.ofWorkspace.stream()
                    .filter(it ->
                            !it.equals(wanted(place, own).get(it.entry().key().folded())))
                    .forEach(it -> sessions.tell(
                            session,
                            "The MCP server '" + it.entry().key() + "' of " + approved.config()
                                    + " is not started: you have one of that name."));
            return true;
        });
    }

    /** Has the servers of one session leave it, or join it again (W-060). Does not wait for that. */
    public void attach(SessionId session, boolean attached) {
        thread.execute(() -> Optional.ofNullable(places.get(session))
                .filter(it -> it.attached != attached)
                .ifPresent(it -> attach(it, attached)));
    }

    private void attach(Place place, boolean attached) {
        place.attached = attached;
        try {
            reconcile(place, McpServersFile.in(home).read());
        } catch (Problem e) {
            sessions.tell(place.info.id(), e.sentence());
        }
    }

    /** How all servers are, in all sessions. */
    public List<McpStatus> all() throws Problem {
        return patient.ask(() -> {
            List<McpStatus> all = new ArrayList<>();
            places.values()
                    .forEach(place -> place.servers
                            .values()
                            .forEach(it -> all.add(new McpStatus(
                                    place.info.id(),
                                    it.entry(),
                                    it.configured().config(),
                                    it.wish(),
                                    it.server().map(McpServer::view)))));
            return all;
        });
    }

    /** Starts a server anew in all sessions, or for the first time; false if no session has one of that name. */
    public boolean restart(String key) throws Problem {
        return patient.ask(() -> {
            List<McpServer> before = named(key);
            reconcile();
            List<McpServer> found = named(key);
            found.stream().filter(before::contains).forEach(McpServer::restart);
            return !found.isEmpty();
        });
    }

    /** Tells {@code listener} of every session whose servers are not as they were; it must not block. */
    public void whenChanged(Consumer<SessionId> listener) {
        listeners.add(listener);
    }

    private void changed(SessionId session) {
        listeners.forEach(it -> it.accept(session));
    }

    /**
     * A person wants tools of a server that wait, as they were shown (M-067).
     *
     * @param fingerprint of the tools that were shown, as in {@link McpServerView}
     * @return false if no server of that name has these tools waiting now
     */
    public boolean approveTools(String key, String fingerprint) throws Problem {
        return patient.ask(() -> {
            boolean found = false;
            for (Place place : places.values()) {
                for (Present present : place.servers.values()) {
                    if (present.isCalled(key) && present.waitsWith(fingerprint)) {
                        present.configured().approvals(home).addTools(present.entry(), fingerprint);
                        found = true;
                    }
                }
            }
            if (found) {
                reconcile();
            }
            return found;
        });
    }

    private List<McpServer> named(String key) {
        return places.values().stream()
                .flatMap(place -> place.servers.values().stream())
                .filter(it -> it.isCalled(key))
                .flatMap(it -> it.server().stream())
                .toList();
    }

    /** Ends all servers, and waits for a few seconds until their programs have ended. Harmless to repeat. */
    @Override
    public void close() {
        thread.execute(() -> {
            List.copyOf(places.keySet()).forEach(this::end);
            thread.closeOnce(() -> leaving.stream().noneMatch(McpServer::isRunning));
        });
        thread.awaitClosed(FAREWELL);
        http.close();
    }

    private void begin(SessionInfo info) {
        Place place = new Place(info);
        places.put(info.id(), place);
        try {
            reconcile(place, McpServersFile.in(home).read());
        } catch (Problem e) {
            sessions.tell(info.id(), e.sentence());
        }
        if (sessions.find(info.id().value()).isEmpty() && !sessions.isOpen(info.id())) {
            // It has ended meanwhile, and nobody else is going to notice.
            end(info.id());
        }
    }

    private Runnable expect(SessionInfo info) {
        return sessions.find(info.id().value()).map(it -> it.host().expect()).orElse(() -> {});
    }

    private void end(SessionId session) {
        Place place = places.remove(session);
        if (place != null) {
            place.servers.values().forEach(this::end);
        }
        leaving.removeIf(it -> !it.isRunning());
    }

    private void end(Present present) {
        present.server().ifPresent(it -> {
            it.close();
            leaving.add(it);
        });
    }

    private void reconcile() throws Problem {
        List<McpEntry> entries = McpServersFile.in(home).read();
        places.values().forEach(place -> reconcile(place, entries));
    }

    private void reconcile(Place place, List<McpEntry> entries) {
        Map<String, Present> before = new HashMap<>(place.servers);
        place.servers.clear();
        wanted(place, entries).forEach((key, configured) -> {
            Present present = before.remove(key);
            if (present != null && isCurrent(present, configured)) {
                present.server().ifPresent(server -> approveTools(configured, server));
                place.servers.put(key, present);
            } else {
                if (present != null) {
                    end(present);
                }
                place.servers.put(key, started(place.info, configured));
            }
        });
        before.values().forEach(this::end);
        changed(place.info.id());
    }

    /** Those of the person, and then those of the workspace that have other names; none where somebody wants none. */
    private static Map<String, ConfiguredServer> wanted(Place place, List<McpEntry> entries) {
        Map<String, ConfiguredServer> wanted = new LinkedHashMap<>();
        if (!place.attached) {
            return wanted;
        }
        entries.forEach(it -> wanted.put(it.key().folded(), ConfiguredServer.ofHome(it)));
        place.ofWorkspace.forEach(it -> wanted.putIfAbsent(it.entry().key().folded(), it));
        return wanted;
    }

    /** Whether what runs is what is configured. If its files have changed, that runs on until they are approved. */
    private boolean isCurrent(Present present, ConfiguredServer configured) {
        if (present.started().isEmpty() || !present.configured().equals(configured)) {
            return false;
        }
        if (configured.workspace().isPresent()) {
            return true;
        }
        McpEntry entry = configured.entry();
        McpFiles approved = present.started().get().host().files;
        try {
            McpFiles now = McpFiles.of(entry, approved.workspace());
            return now.equals(approved) || !McpApprovals.in(home).contain(entry, now);
        } catch (Problem e) {
            LOG.warn("{}", e.sentence());
            return true;
        }
    }

    private void approveTools(ConfiguredServer configured, McpServer server) {
        try {
            McpServerView view = server.view();
            if (!view.waiting().isEmpty()
                    && configured.approvals(home).containTools(configured.entry(), view.fingerprint())) {
                server.approve(view.fingerprint());
            }
        } catch (Problem e) {
            LOG.warn("{}", e.sentence());
        }
    }

    private Present started(SessionInfo info, ConfiguredServer configured) {
        McpEntry entry = configured.entry();
        if (!entry.isEnabled()) {
            return new Present(configured, "it is switched off", Optional.empty());
        }
        Path workspace = info.cwd().orElseGet(() -> Path.of("").toAbsolutePath());
        try {
            McpFiles files = McpFiles.of(entry, workspace);
            if (!configured.isApproved(home, files)) {
                sessions.tell(
                        info.id(),
                        "The MCP server '" + entry.key() + "' is not approved; 'tapgateway mcp-server approve "
                                + entry.key() + "' in " + workspace + " shows what it would start.");
                return new Present(configured, "it is not approved", Optional.empty());
            }
            ForSession host = new ForSession(info, configured, files);
            return new Present(configured, "", Optional.of(new Started(McpServer.start(entry.spec(), host), host)));
        } catch (Problem e) {
            sessions.tell(info.id(), e.sentence());
            return new Present(configured, e.sentence(), Optional.empty());
        }
    }

    /** What one server of one session gets. Confined to the thread. */
    private final class ForSession implements McpServerHost {
        private final SessionInfo info;
        private final McpEntry entry;
        private final McpFiles files;
        private final PinStore pins;
        private final Runnable arrival;

        /** Where in its log the program began that was started last, in bytes. */
        private long begun;

        /** What is in the way of the present wire until somebody logs in. */
        private String login = "";

        /** What the person was told of that last, be it of an earlier wire. */
        private Optional<LoginWanted> toldOf = Optional.empty();

        private int wires;

        private ForSession(SessionInfo info, ConfiguredServer configured, McpFiles files) {
            this.info = info;
            this.entry = configured.entry();
            this.files = files;
            this.pins = configured.pins(home);
            this.arrival = expect(info);
        }

        @Override
        public ProgramThread thread() {
            return thread;
        }

        @Override
        public ClientProfile client() {
            Path root = files.workspace();
            String name =
                    Optional.ofNullable(root.getFileName()).map(Path::toString).orElse("/");
            return new ClientProfile(
                    "tapgateway",
                    "Tap Gateway",
                    version,
                    Optional.of(new ClientProfile.Root(root.toUri().toString(), name)));
        }

        @Override
        public ServerWire start() throws IOException {
            int wire = ++wires;
            login = "";
            try {
                if (!McpFiles.of(entry, files.workspace()).equals(files)) {
                    throw new IOException("a file that its command names has changed since it was approved;"
                            + " look at it, and approve the server again");
                }
                McpVariables values = McpVariables.in(
                        home,
                        sessions.find(info.id().value())
                                .flatMap(session -> session.host().window()));
                return entry.isAtAddress()
                        ? http.open(entry, values, it -> thread.execute(() -> wantLogin(wire, it)))
                        : program(values);
            } catch (Problem e) {
                throw new IOException(e.sentence(), e);
            }
        }

        private ServerWire program(McpVariables values) throws IOException, Problem {
            String key = entry.key().value();
            Command written = entry.command(entry.directory(files.workspace()));
            Command command = values.in(written);
            Map<String, String> environment = ProgramEnvironment.of(System.getenv(), command);
            environment.put(MARK, key);
            ProgramLog log = ProgramLog.open(logFile());
            begun = Files.size(logFile());
            return new ProgramWire(
                    key,
                    InteractiveProcess.start(key, command, environment, log),
                    GivenSecrets.of(values.given(written)));
        }

        /** One for the server in all sessions. */
        private Path logFile() {
            return home.logs().resolve("mcp-" + entry.key().value() + ".log");
        }

        @Override
        public String lastWords() {
            return entry.isAtAddress() ? "" : LastWords.of(logFile(), begun);
        }

        private void wantLogin(int wire, LoginWanted wanted) {
            if (wire == wires) {
                String wish = wanted.wish(entry.key());
                login = "it " + wish;
                if (!toldOf.equals(Optional.of(wanted))) {
                    toldOf = Optional.of(wanted);
                    tell("The MCP server '" + entry.key() + "' " + wish);
                }
                SessionMcpServers.this.changed(info.id());
            }
        }

        @Override
        public BoundProvider attach(Provider provider) {
            return LocalProviderTransport.to(gateway)
                    .executor(Runnable::run)
                    .trust(TrustLevel.PROJECT)
                    .attach(info.id(), provider);
        }

        @Override
        public PinStore pins() {
            return pins;
        }

        /** Whoever asks for a session that has ended asks nobody. */
        @Override
        public Elicited ask(Elicitation what) {
            return sessions.find(info.id().value())
                    .<Elicited>map(it -> ServerWish.ask(it.host().user(), entry.key(), what))
                    .orElse(Elicited.BY_NOBODY);
        }

        @Override
        public void changed(McpServerView.State state) {
            SessionMcpServers.this.changed(info.id());
            if (state != McpServerView.State.STARTING) {
                arrival.run();
            }
        }

        @Override
        public void tell(String sentence) {
            LOG.info("Session '{}': {}", info.id(), sentence);
            sessions.tell(info.id(), sentence);
        }
    }
}
