package io.tapgateway.app.extension;

import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.session.AppSessions;
import io.tapgateway.programs.InteractiveProcess;
import io.tapgateway.programs.InteractiveProgram;
import io.tapgateway.programs.ProgramEnvironment;
import io.tapgateway.programs.ProgramLog;
import io.tapgateway.programs.ProgramThread;
import io.tapgateway.programs.SystemProgramThread;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Provider;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.transport.local.LocalProviderTransport;
import io.tapgateway.zot.CommandOutcome;
import io.tapgateway.zot.Extension;
import io.tapgateway.zot.ExtensionCommand;
import io.tapgateway.zot.ExtensionHost;
import io.tapgateway.zot.Manifest;
import io.tapgateway.zot.NoteLevel;
import io.tapgateway.zot.Surroundings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The extensions of all sessions that have some, each as long as its session lives. Thread-safe. */
public final class SessionExtensions implements AutoCloseable {
    /** What no extension can have a command called (Z-083). */
    static final Set<String> RESERVED =
            Set.of("help", "clear", "ext", "reload-ext", "panel", "approve", "deny", "answer");

    private static final Logger LOG = LoggerFactory.getLogger(SessionExtensions.class);

    /** Longer than programs get to end (Z-103). */
    private static final Duration FAREWELL = Duration.ofSeconds(5);

    private final Gateway gateway;
    private final AppSessions sessions;
    private final HomeDirectory home;
    private final SystemProgramThread thread;
    private final Map<SessionId, List<Present>> places = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /** @param nanos monotonic time */
    public SessionExtensions(Gateway gateway, AppSessions sessions, HomeDirectory home, LongSupplier nanos) {
        this.gateway = gateway;
        this.sessions = sessions;
        this.home = home;
        this.thread = new SystemProgramThread("extensions", nanos);
        sessions.whenEnded(session -> Optional.ofNullable(places.get(session))
                .ifPresent(all -> all.forEach(it -> it.running().ifPresent(Extension::close))));
    }

    /** One that was found for a session. Immutable. */
    private record Present(FoundExtension found, Optional<Extension> running) {
        private ExtensionStatus status() {
            return new ExtensionStatus(found, running.map(Extension::view));
        }

        private boolean is(String name) {
            return found.name().equalsIgnoreCase(name)
                    || found.manifest()
                            .filter(it -> it.provider().value().equalsIgnoreCase(name))
                            .isPresent();
        }
    }

    /**
     * Starts extensions in a session, once.
     *
     * @param found what was found, in their order
     * @param model that plays the agent; empty if none does
     */
    public void start(SessionId session, List<FoundExtension> found, String model) {
        Path directory = sessions.find(session.value())
                .flatMap(it -> it.gateway().info().cwd())
                .orElseGet(() -> Path.of("").toAbsolutePath());
        List<Present> present = new ArrayList<>();
        for (FoundExtension each : found) {
            if (each.fate() != FoundExtension.Fate.STARTED) {
                tellOf(session, each);
            }
            present.add(new Present(
                    each,
                    each.manifest()
                            .filter(it -> each.fate() == FoundExtension.Fate.STARTED && !closed)
                            .map(it -> Extension.start(
                                    it, new ForSession(session, each, it, new Surroundings(directory, model))))));
        }
        places.put(session, List.copyOf(present));
    }

    private void tellOf(SessionId session, FoundExtension each) {
        switch (each.fate()) {
            case FAILED, UNAPPROVED, REFUSED ->
                sessions.tell(session, "The extension '" + each.name() + "' is not started: " + each.problem() + ".");
            default -> LOG.debug("The extension {} is not started: {}", each.name(), each.problem());
        }
    }

    /** How all extensions of a session are, by their rank. */
    public List<ExtensionStatus> all(SessionId session) {
        return places.getOrDefault(session, List.of()).stream()
                .map(Present::status)
                .toList();
    }

    /** The commands that a person can run in a session; of two of the same name, that of the better rank (Z-051). */
    public List<OfferedCommand> commands(SessionId session) {
        Map<String, OfferedCommand> all = new LinkedHashMap<>();
        for (Present each : places.getOrDefault(session, List.of())) {
            for (ExtensionCommand command :
                    each.running().map(it -> it.view().commands()).orElse(List.of())) {
                String key = command.name().toLowerCase(Locale.ROOT);
                if (!RESERVED.contains(key)) {
                    all.putIfAbsent(
                            key,
                            new OfferedCommand(
                                    command.name(),
                                    command.description(),
                                    each.found().name()));
                }
            }
        }
        return List.copyOf(all.values());
    }

    /**
     * Has a command run, for a person (Z-086); empty if there is none of that name.
     *
     * @param args the rest of the line
     */
    public Optional<CompletionStage<CommandOutcome>> run(SessionId session, String name, String args) {
        return commands(session).stream()
                .filter(it -> it.name().equalsIgnoreCase(name))
                .findFirst()
                .flatMap(it -> named(session, it.source()))
                .map(it -> it.invoke(name, args));
    }

    /** Ends an extension for good, and what it guards is free; false if none of that name runs. */
    public boolean stop(SessionId session, String name) {
        Optional<Extension> extension = named(session, name);
        extension.ifPresent(Extension::close);
        return extension.isPresent();
    }

    private Optional<Extension> named(SessionId session, String name) {
        return places.getOrDefault(session, List.of()).stream()
                .filter(it -> it.is(name))
                .flatMap(it -> it.running().stream())
                .findFirst();
    }

    /** Ends all, and waits for a few seconds until their programs have ended. Harmless to repeat. */
    @Override
    public void close() {
        closed = true;
        List<Extension> all = places.values().stream()
                .flatMap(List::stream)
                .flatMap(it -> it.running().stream())
                .toList();
        all.forEach(Extension::close);
        thread.execute(() -> thread.closeOnce(() -> all.stream().noneMatch(Extension::isRunning)));
        thread.awaitClosed(FAREWELL);
    }

    /** What one extension of one session gets. Confined to the thread. */
    private final class ForSession implements ExtensionHost {
        private final SessionId session;
        private final FoundExtension found;
        private final Manifest manifest;
        private final Surroundings surroundings;

        private ForSession(SessionId session, FoundExtension found, Manifest manifest, Surroundings surroundings) {
            this.session = session;
            this.found = found;
            this.manifest = manifest;
            this.surroundings = surroundings;
        }

        @Override
        public ProgramThread thread() {
            return thread;
        }

        @Override
        public Surroundings surroundings() {
            return surroundings;
        }

        @Override
        public InteractiveProgram start() throws IOException {
            requireApproved();
            Path log = home.logs().resolve("ext-" + manifest.provider() + ".log");
            return InteractiveProcess.start(
                    manifest.provider().value(), manifest.command(), environment(), ProgramLog.open(log));
        }

        /** Whoever changes a program after its approval does not get it started (Z-025). */
        private void requireApproved() throws IOException {
            try {
                if (found.scope() == FoundExtension.Scope.PROJECT
                        && !ExtensionApprovals.in(home).contain(manifest)) {
                    throw new IOException("a file that its command names has changed since it was approved");
                }
            } catch (Problem e) {
                throw new IOException(e.sentence(), e);
            }
        }

        @Override
        public BoundProvider attach(Provider provider) {
            return LocalProviderTransport.to(gateway)
                    .executor(Runnable::run)
                    .trust(TrustLevel.PROJECT)
                    .attach(session, provider);
        }

        @Override
        public void note(NoteLevel level, String text) {
            boolean warns = level == NoteLevel.WARN || level == NoteLevel.ERROR;
            sessions.tell(
                    session,
                    warns ? TimelineEntry.Level.WARNING : TimelineEntry.Level.INFO,
                    manifest.provider().value(),
                    text);
        }

        @Override
        public void tell(String sentence) {
            LOG.info("Session '{}': {}", session, sentence);
            sessions.tell(session, sentence);
        }
    }

    /** What programs need to run at all, and where their files are; keys stay here (Z-018). */
    private static Map<String, String> environment() {
        Map<String, String> own = System.getenv();
        Set<String> besides = own.keySet().stream()
                .filter(it -> it.equals("ZOT_HOME") || (it.startsWith("XDG_") && it.endsWith("_HOME")))
                .collect(Collectors.toSet());
        return ProgramEnvironment.of(own, besides);
    }
}
