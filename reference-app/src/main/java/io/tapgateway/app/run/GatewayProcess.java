package io.tapgateway.app.run;

import io.tapgateway.app.agents.AgentContacts;
import io.tapgateway.app.agents.AgentTokens;
import io.tapgateway.app.agents.AgentWindows;
import io.tapgateway.app.agents.HookKeys;
import io.tapgateway.app.agents.HostSessions;
import io.tapgateway.app.agents.SessionsHere;
import io.tapgateway.app.audit.Audit;
import io.tapgateway.app.audit.AuditFile;
import io.tapgateway.app.console.ConsoleOrigin;
import io.tapgateway.app.console.SignIn;
import io.tapgateway.app.control.ControlPort;
import io.tapgateway.app.control.observer.Vitals;
import io.tapgateway.app.demo.DemoProvider;
import io.tapgateway.app.extension.SessionExtensions;
import io.tapgateway.app.home.ApprovalRules;
import io.tapgateway.app.home.ClaimedHome;
import io.tapgateway.app.home.GatewayRecord;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.HostKey;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.home.Settings;
import io.tapgateway.app.home.Version;
import io.tapgateway.app.mcp.SessionMcpServers;
import io.tapgateway.app.project.AgentPrograms;
import io.tapgateway.app.project.ProjectEmitters;
import io.tapgateway.app.project.ProjectPrograms;
import io.tapgateway.app.session.AbsentGuardians;
import io.tapgateway.app.session.AppSessions;
import io.tapgateway.app.session.Latecomers;
import io.tapgateway.app.session.NewSession;
import io.tapgateway.app.session.UserRules;
import io.tapgateway.app.text.ProgramName;
import io.tapgateway.app.workspace.SessionWorkspaces;
import io.tapgateway.mcp.session.FaceSettings;
import io.tapgateway.mcp.session.HttpFaces;
import io.tapgateway.mcp.session.LazyTools;
import io.tapgateway.programs.ProgramMark;
import io.tapgateway.protocol.host.LinkProof;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.FileResults;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.Secret;
import io.tapgateway.runtime.system.RunningProcess;
import io.tapgateway.runtime.thread.SystemClock;
import io.tapgateway.transport.ws.WebSocketSettings;
import io.tapgateway.transport.ws.WebSocketTransport;
import io.tapgateway.user.SystemUserTime;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A gateway with both of its ports and its files. Either everything is there, or nothing is (D-011). Confined to the
 * main thread, except that any thread may ask it to stop, more than once.
 */
public final class GatewayProcess {
    private static final Logger LOG = LoggerFactory.getLogger(GatewayProcess.class);
    /** Longer than the shutdown deadline of sessions, which the gateway itself keeps. */
    private static final Duration USUAL_END = Duration.ofSeconds(15);

    private final List<Runnable> first = new CopyOnWriteArrayList<>();
    private final Deque<Runnable> undo = new ArrayDeque<>();
    private final AtomicBoolean stopping = new AtomicBoolean();
    private final ClaimedHome home;
    private final Gateway gateway;
    private final AppSessions sessions;
    private final Audit audit;
    private final ProjectEmitters emitters;
    private final SessionMcpServers mcpServers;
    private final SessionExtensions extensions;
    private final SessionWorkspaces workspaces;
    private final AgentContacts contacts = new AgentContacts(Instant::now);
    private final SystemClock clock = SystemClock.named("tap-app-timer");
    private final HookKeys hookKeys = HookKeys.generate();
    private final HostKey hostKey = HostKey.generate();
    private final String started = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();

    private volatile Duration longestEnd = USUAL_END;
    private Optional<GatewayRecord> record = Optional.empty();
    private Optional<ProjectPrograms> programs = Optional.empty();
    private Optional<ControlPort> control = Optional.empty();
    private Optional<HttpFaces> agents = Optional.empty();
    private Optional<String> notice = Optional.empty();

    private GatewayProcess(ClaimedHome home, Gateway gateway, RunOptions options) {
        this.home = home;
        undo.push(home::close);
        undo.push(Logs.toDirectory(home.directory().logs())::close);
        this.gateway = gateway;
        undo.push(gateway::closeNow);
        SystemUserTime persons = new SystemUserTime(new SystemTime());
        undo.push(persons::close);
        this.sessions = new AppSessions(gateway, persons, options.absence());
        this.audit = new Audit(AuditFile.in(home.directory()), Instant::now);
        this.emitters = new ProjectEmitters(gateway, sessions, options.company().emitters());
        undo.push(emitters::close);
        this.mcpServers =
                new SessionMcpServers(gateway, sessions, options.persons(), Version.current(), new SystemTime());
        undo.push(mcpServers::close);
        this.extensions = new SessionExtensions(gateway, sessions, home.directory(), new SystemTime());
        undo.push(extensions::close);
        this.workspaces = new SessionWorkspaces(gateway, home.directory());
        undo.push(workspaces::close);
    }

    /**
     * Starts a gateway.
     *
     * @throws Problem if something is in the way; everything is as before then
     */
    public static GatewayProcess start(RunOptions options) throws Problem {
        ClaimedHome home = ClaimedHome.claim(options.home());
        GatewayProcess running = new GatewayProcess(home, gateway(home, options), options);
        boolean complete = false;
        try {
            running.listen(options);
            complete = true;
            return running;
        } finally {
            if (!complete) {
                running.undoEverything();
            }
        }
    }

    private static Gateway gateway(ClaimedHome home, RunOptions options) throws Problem {
        try {
            return Gateway.builder()
                    .pairing(options.pairing())
                    .idleShutdown(options.idleShutdown())
                    .fileResults(FileResults.in(home.directory().providers()))
                    .build();
        } catch (IllegalStateException e) {
            home.close();
            throw new Problem(e.getMessage() + ".");
        }
    }

    /** Where it listens. */
    public GatewayRecord record() {
        return record.orElseThrow();
    }

    /** Where its files are. */
    public HomeDirectory home() {
        return home.directory();
    }

    /** What a person should know about the start. */
    public Optional<String> notice() {
        return notice;
    }

    /** The gateway. */
    public Gateway gateway() {
        return gateway;
    }

    /** Its sessions. */
    public AppSessions sessions() {
        return sessions;
    }

    /** The programs that its sessions' workspaces bring along. */
    public ProjectPrograms programs() {
        return programs.orElseThrow();
    }

    /** The extensions of its sessions. */
    public SessionExtensions extensions() {
        return extensions;
    }

    /** The workspaces of its sessions. */
    public SessionWorkspaces workspaces() {
        return workspaces;
    }

    /** The address that signs a browser in to the console, once. */
    public String consoleLink() {
        return control.orElseThrow().consoleLink();
    }

    /** The MCP servers of all sessions. */
    public SessionMcpServers mcpServers() {
        return mcpServers;
    }

    /** The person at the prompt lets the browser that shows that code say yes; false if none shows it (U-107). */
    public boolean confirmConsole(String code) {
        return control.orElseThrow().confirmConsole(code);
    }

    /** Has something end before the sessions do: those whose clients would begin new ones. */
    public void endFirst(Runnable end) {
        first.add(end);
    }

    /** Waits no longer than that for sessions to end; then everything else ends all the same. */
    public void endWithin(Duration longest) {
        longestEnd = longest;
    }

    /** Has something end with the gateway, right after its sessions. */
    public void alsoEnd(Runnable end) {
        undo.push(end);
    }

    /** Has something done when everything has ended. */
    public void finallyDo(Runnable last) {
        undo.addLast(last);
    }

    /** Whether {@link #stop()} has been called. */
    public boolean isStopping() {
        return stopping.get();
    }

    /**
     * Ends all sessions under their common deadline, then everything else, and removes the files. Returns when that is
     * done; a second call returns at once.
     */
    public void stop() {
        if (!stopping.compareAndSet(false, true)) {
            return;
        }
        LOG.info("Stopping");
        home.removeFiles();
        // They would ask for their sessions again.
        agents.ifPresent(HttpFaces::close);
        first.forEach(GatewayProcess::endSafely);
        try {
            gateway.shutdown().toCompletableFuture().get(longestEnd.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn("The sessions did not end in time", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        undoEverything();
    }

    private void listen(RunOptions options) throws Problem {
        long orphans = ProgramMark.endOrphans();
        if (orphans > 0) {
            LOG.info("Ended {} processes that a gateway had started which was killed", orphans);
        }
        new UserRules(ApprovalRules.in(options.persons())).rule(gateway, sessions);
        sessions.whenAnswered(audit::onPersonAnswered);
        undo.push(sessions.events().subscribe(audit)::close);
        undo.push(sessions.events().subscribe(contacts)::close);
        undo.push(clock::close);
        AbsentGuardians absent = AbsentGuardians.watch(home(), gateway, sessions, clock);
        undo.push(absent::close);
        options.sessions().forEach(this::open);
        try {
            WebSocketTransport providers = WebSocketTransport.attach(
                    gateway,
                    WebSocketSettings.standard().withPort(options.ports().providers()));
            undo.push(providers::close);
            ProjectPrograms care = new ProjectPrograms(
                    sessions,
                    emitters,
                    mcpServers,
                    gateway.tokens(),
                    home(),
                    providers.url().toString(),
                    new SystemTime());
            undo.push(care::close);
            programs = Optional.of(care);
            AgentPrograms.bringAlong(sessions, new Latecomers(gateway, sessions, clock), care, home());
            Secret ownerToken = OwnerToken.generate();
            AgentTokens tokens = AgentTokens.in(home());
            HttpFaces faces = new HttpFaces(
                    new FaceSettings(Version.current(), lazyTools(options), false, true),
                    tokens.sessionKey(),
                    new SessionsHere(sessions, contacts));
            undo.push(faces::close);
            agents = Optional.of(faces);
            ControlPort owners = ControlPort.listen(
                    options.ports().control(), controlSettings(ownerToken, care, tokens, faces, absent, options));
            undo.push(owners::close);
            control = Optional.of(owners);
            GatewayRecord listening = new GatewayRecord(
                    RunningProcess.current(), providers.port(), owners.port(), started, Version.current());
            record = Optional.of(listening);
            notice = home.announce(
                    listening,
                    ownerToken,
                    hostKey,
                    hookKeys.toCurl(owners.port()),
                    gateway.tokens().issueDiscoveryToken());
            if (options.company().demo()) {
                SessionId first = options.sessions().get(0).id();
                undo.push(DemoProvider.attach(gateway, first, new SecureRandom())::close);
            }
            // One that has never been there leaves what a killed one has left behind to the next.
            undo.push(absent::release);
            LOG.info("Listening on {} and {}", listening.url(), listening.controlUrl());
        } catch (IOException e) {
            throw new Problem(String.valueOf(e.getMessage()));
        }
    }

    /** Which tools agents over HTTP have to look for: those who start their server themselves say so there. */
    private static LazyTools lazyTools(RunOptions options) throws Problem {
        return Settings.in(options.persons())
                .get(Settings.Key.LAZY_TOOLS)
                .map(it -> new LazyTools(Integer.parseInt(it), Set.of()))
                .orElse(LazyTools.NEVER);
    }

    /** What a person has said once, and no program that says it hosts an agent. */
    private static boolean approvesInAgent(RunOptions options) throws Problem {
        return Settings.in(options.persons())
                .get(Settings.Key.APPROVE_IN_AGENT)
                .filter("true"::equals)
                .isPresent();
    }

    private void open(NewSession session) {
        var unused = sessions.open(session);
    }

    private ControlPort.Settings controlSettings(
            Secret ownerToken,
            ProjectPrograms care,
            AgentTokens tokens,
            HttpFaces faces,
            AbsentGuardians absent,
            RunOptions options)
            throws Problem {
        SecureRandom random = new SecureRandom();
        ControlPort.Keys keys = new ControlPort.Keys(
                ownerToken,
                new LinkProof(hostKey.bytes()),
                hookKeys,
                tokens,
                new SignIn(random, new SystemTime()),
                ConsoleOrigin.fresh(random));
        AgentWindows windows = new AgentWindows(sessions, clock, audit::onHookAnswered, absent::holdInPlace);
        RunOptions.Company company = options.company();
        Vitals.Terms terms =
                new Vitals.Terms(options.pairing(), options.absence(), company.emitters(), company.recording());
        Vitals.Way way = new Vitals.Way(ProgramName.ofThisProcess().command(), home().path(), home().isUsual());
        Vitals vitals = new Vitals(pid(), Version.current(), started, way, terms);
        return new ControlPort.Settings(
                gateway,
                sessions,
                care,
                mcpServers,
                extensions,
                workspaces,
                windows,
                contacts,
                new HostSessions(sessions, windows, contacts, approvesInAgent(options)),
                faces,
                home(),
                keys,
                vitals,
                new SystemTime());
    }

    /** One that does not end well keeps nothing else from ending. */
    private static void endSafely(Runnable end) {
        try {
            end.run();
        } catch (RuntimeException e) {
            LOG.error("Something did not end as it should", e);
        }
    }

    private void undoEverything() {
        while (!undo.isEmpty()) {
            undo.pop().run();
        }
    }

    private static long pid() {
        return ProcessHandle.current().pid();
    }
}
