package io.tapgateway.app.project;

import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.LastWords;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.mcp.SessionMcpServers;
import io.tapgateway.app.program.PatientThread;
import io.tapgateway.app.session.AppSessions;
import io.tapgateway.programs.GuardedProcess;
import io.tapgateway.programs.ProgramEnvironment;
import io.tapgateway.programs.ProgramLog;
import io.tapgateway.programs.ProgramThread;
import io.tapgateway.programs.StartedProgram;
import io.tapgateway.programs.SystemProgramThread;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.ProviderTokens;
import io.tapgateway.runtime.Secret;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The programs of all sessions. Whoever calls {@link #start} has the user's approval of that very configuration;
 * nothing is started otherwise (D-228, T-34). Thread-safe.
 */
public final class ProjectPrograms implements AutoCloseable {
    /** Before the name of a program in that of its log. */
    private static final String PREFIX = "provider-";

    /** Lines of a log that stand in the timeline. */
    private static final Logger LOG = LoggerFactory.getLogger(ProjectPrograms.class);
    /** Longer than programs get to end. */
    private static final Duration FAREWELL = Duration.ofSeconds(9);

    private final SystemProgramThread thread;
    private final PatientThread patient;
    private final AppSessions sessions;
    private final ProviderTokens tokens;
    private final HomeDirectory home;
    private final String url;
    private final ProjectEmitters emitters;
    private final SessionMcpServers servers;

    /** Confined to the thread, as what it contains. */
    private final Map<SessionId, List<Supervision>> running = new HashMap<>();

    /** Those of sessions that have ended; the same holds for it. */
    private final List<Supervision> leaving = new ArrayList<>();

    /**
     * @param url where programs find the gateway
     * @param nanos monotonic time
     */
    public ProjectPrograms(
            AppSessions sessions,
            ProjectEmitters emitters,
            SessionMcpServers servers,
            ProviderTokens tokens,
            HomeDirectory home,
            String url,
            LongSupplier nanos) {
        this.thread = new SystemProgramThread("programs", nanos);
        this.patient = new PatientThread(thread, "Starting programs", FAREWELL, home.logs());
        this.sessions = sessions;
        this.tokens = tokens;
        this.home = home;
        this.url = url;
        this.emitters = emitters;
        this.servers = servers;
        sessions.whenEnded(session -> thread.execute(() -> stop(session)));
    }

    /**
     * Starts the programs of an approved configuration for a session, and after them its emitters and MCP servers. They
     * end with it.
     *
     * @throws Problem if one program or emitter cannot be started, and then none is; or if the session has programs
     *     already
     */
    public List<ProgramView> start(SessionId session, ProjectConfig approved) throws Problem {
        List<ProgramView> started = startPrograms(session, approved);
        try {
            emitters.start(session, approved.emitters());
            servers.start(session, approved.approvedServers());
        } catch (Problem e) {
            thread.execute(() -> stop(session));
            throw e;
        }
        return started;
    }

    private List<ProgramView> startPrograms(SessionId session, ProjectConfig approved) throws Problem {
        return patient.ask(() -> {
            if (sessions.find(session.value()).isEmpty()) {
                throw new Problem("Session '" + session + "' has ended; open it again.");
            }
            if (running.containsKey(session)) {
                throw new Problem("Session '" + session + "' has its programs already; end it first.");
            }
            List<Supervision> started = new ArrayList<>();
            running.put(session, started);
            try {
                for (ProgramSpec program : approved.programs()) {
                    Supervision supervision = new Supervision(program, new ForSession(session, approved));
                    supervision.begin();
                    started.add(supervision);
                }
            } catch (Problem e) {
                stop(session);
                throw e;
            }
            LOG.info("Session '{}' has {} programs by {}", session, started.size(), approved.sha256());
            return views(session);
        });
    }

    /** How the programs of a session are, in the order of the file. */
    public List<ProgramView> of(SessionId session) throws Problem {
        return patient.ask(() -> views(session));
    }

    /** Ends all programs, and waits for a few seconds until they have ended. Harmless to repeat. */
    @Override
    public void close() {
        thread.execute(() -> {
            List.copyOf(running.keySet()).forEach(this::stop);
            thread.closeOnce(() -> leaving.stream().noneMatch(Supervision::isRunning));
        });
        thread.awaitClosed(FAREWELL);
    }

    private List<ProgramView> views(SessionId session) {
        return running.getOrDefault(session, List.of()).stream()
                .map(Supervision::view)
                .toList();
    }

    private void stop(SessionId session) {
        List<Supervision> ended = running.remove(session);
        if (ended != null) {
            ended.forEach(Supervision::stop);
            leaving.removeIf(it -> !it.isRunning());
            leaving.addAll(ended);
        }
    }

    /** What one program of a session gets. */
    private final class ForSession implements Supervision.Surroundings {
        private final SessionId session;
        private final ProjectConfig approved;

        /** Where the log of its present run begins. */
        private long begun;

        private ForSession(SessionId session, ProjectConfig approved) {
            this.session = session;
            this.approved = approved;
        }

        @Override
        public ProgramThread thread() {
            return thread;
        }

        @Override
        public Secret issueToken(ProgramSpec program) throws Problem {
            try {
                return tokens.issueSpawnToken(session, program.name());
            } catch (IllegalStateException e) {
                throw new Problem("Session '" + session + "' has ended; open it again.");
            }
        }

        @Override
        public void revoke(Secret token) {
            tokens.revoke(token);
        }

        @Override
        public StartedProgram start(ProgramSpec program, Secret token) throws Problem {
            approved.named().requireUnchanged(program.command());
            ProgramLog log = log(program);
            Map<String, String> environment = ProgramEnvironment.of(System.getenv(), program.command());
            environment.put("TAP_GATEWAY_URL", url);
            environment.put("TAP_PROVIDER_TOKEN", token.reveal());
            try {
                return GuardedProcess.start(program.name().value(), program.command(), environment, log);
            } catch (IOException e) {
                throw new Problem("'" + program.name() + "' cannot be started; is "
                        + program.command().directory() + " a directory, and is there a shell?");
            }
        }

        private ProgramLog log(ProgramSpec program) throws Problem {
            Path file = logFile(program);
            try {
                ProgramLog log = ProgramLog.open(file);
                begun = Files.size(file);
                return log;
            } catch (IOException e) {
                throw new Problem(
                        "The log " + file + " cannot be written; check its permissions, and whether the disk is full.");
            }
        }

        @Override
        public String lastWords(ProgramSpec program) {
            return LastWords.of(logFile(program), begun);
        }

        private Path logFile(ProgramSpec program) {
            return home.logs().resolve(PREFIX + program.name() + ".log");
        }

        @Override
        public void tell(String sentence) {
            LOG.info("Session '{}': {}", session, sentence);
            sessions.tell(session, sentence);
        }
    }
}
