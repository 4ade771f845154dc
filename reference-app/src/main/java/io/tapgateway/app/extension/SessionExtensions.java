package io.tapgateway.app.extension;

import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.LogFile;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.session.AppSessions;
import io.tapgateway.programs.InteractiveProcess;
import io.tapgateway.programs.InteractiveProgram;
import io.tapgateway.programs.ProgramEnvironment;
import io.tapgateway.programs.ProgramThread;
import io.tapgateway.programs.SystemProgramThread;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Provider;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.Interception;
import io.tapgateway.runtime.InterceptorInterest;
import io.tapgateway.runtime.SessionInterceptor;
import io.tapgateway.runtime.thread.DaemonThreads;
import io.tapgateway.transport.local.LocalProviderTransport;
import io.tapgateway.user.SessionUser;
import io.tapgateway.user.command.CommandHandler;
import io.tapgateway.user.command.CommandOffer;
import io.tapgateway.user.command.CommandOutcome;
import io.tapgateway.zot.Extension;
import io.tapgateway.zot.ExtensionHost;
import io.tapgateway.zot.ExtensionSettings;
import io.tapgateway.zot.Manifest;
import io.tapgateway.zot.NotApproved;
import io.tapgateway.zot.Surroundings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The extensions of all sessions that have some, each as long as its session lives. Thread-safe. */
public final class SessionExtensions implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SessionExtensions.class);

    /** The command that reloads. */
    public static final String RELOAD = "reload-ext";

    private static final String RELOADING = "reload";
    private static final String STOPPING = "stop ";

    /** Longer than programs get to end (Z-103). */
    private static final Duration FAREWELL = Duration.ofSeconds(5);

    private final Gateway gateway;
    private final AppSessions sessions;
    private final HomeDirectory home;
    private final SystemProgramThread thread;
    private final Map<SessionId, Place> places = new ConcurrentHashMap<>();
    private final List<Consumer<SessionId>> listeners = new CopyOnWriteArrayList<>();
    private volatile boolean closed;

    /** @param nanos monotonic time */
    public SessionExtensions(Gateway gateway, AppSessions sessions, HomeDirectory home, LongSupplier nanos) {
        this.gateway = gateway;
        this.sessions = sessions;
        this.home = home;
        this.thread = new SystemProgramThread("extensions", nanos);
        sessions.whenEnded(this::ended);
        sessions.forEach(this::offerCommands);
    }

    /** What zot has as commands, and this house for a person at any place (Z-083, Z-105). */
    private void offerCommands(AppSessions.Open session) {
        SessionId id = session.gateway().info().id();
        offer(session, "ext", "List the extensions of this session; reload, stop NAME.", args -> manage(id, args));
        offer(
                session,
                RELOAD,
                "End the extensions of this session, and start those there are now.",
                args -> reloaded(id));
    }

    private static void offer(AppSessions.Open session, String name, String about, CommandHandler handler) {
        var unused = session.host()
                .user()
                .commands()
                .register(new CommandOffer(SessionUser.GATEWAY, 0, name, about), handler);
    }

    private CompletionStage<CommandOutcome> manage(SessionId session, String args) {
        if (args.equals(RELOADING)) {
            return reloaded(session);
        } else if (args.startsWith(STOPPING)) {
            String name = args.substring(STOPPING.length()).strip();
            return CompletableFuture.completedFuture(
                    stop(session, name)
                            ? CommandOutcome.nothing()
                            : CommandOutcome.failed("No extension '" + name + "' runs in this session."));
        }
        String all = all(session).stream()
                .map(it -> it.found().name() + "  " + it.state())
                .collect(Collectors.joining("\n"));
        return CompletableFuture.completedFuture(new CommandOutcome(
                CommandOutcome.Action.DISPLAY, all.isEmpty() ? "This session has no extensions." : all));
    }

    private CompletionStage<CommandOutcome> reloaded(SessionId session) {
        try {
            return reload(session)
                    .map(it -> it.thenApply(done -> new CommandOutcome(CommandOutcome.Action.DISPLAY, done.sentence())))
                    .orElseGet(() ->
                            CompletableFuture.completedFuture(CommandOutcome.failed("A reload is under way already.")));
        } catch (Problem unreadable) {
            return CompletableFuture.completedFuture(CommandOutcome.failed(unreadable.sentence()));
        }
    }

    private void ended(SessionId session) {
        Optional.ofNullable(places.get(session)).ifPresent(place -> {
            var unused = place.extensions().close().thenRun(() -> places.remove(session, place));
        });
    }

    /** Those of one session, and where they come from. Immutable. */
    private record Place(ExtensionsOfSession extensions, ExtensionSource source, String model) {
        private Place with(Path directory) {
            return new Place(extensions, source.with(directory), model);
        }
    }

    /**
     * Starts extensions in a session, once.
     *
     * @param model that plays the agent; empty if none does
     * @return completed once each of them has registered or failed, or their time for that is over
     * @throws Problem if the settings cannot be read; nothing is started then
     */
    public CompletionStage<Void> start(SessionId session, ExtensionSource source, String model) throws Problem {
        ExtensionSettingsFile settings = source.settings(ExtensionSettingsFile.in(home));
        Place empty = empty(session);
        Place place = new Place(empty.extensions(), source, model);
        ExtensionsOfSession.Found found = found(session, place, settings);
        put(session, place);
        return place.extensions().start(found);
    }

    /** A session that has ended meanwhile has none, and nothing is started in it. */
    private void put(SessionId session, Place place) {
        places.put(session, place);
        if (closed || sessions.find(session.value()).isEmpty()) {
            ended(session);
        }
    }

    private ExtensionsOfSession.Found found(SessionId session, Place place, ExtensionSettingsFile settings)
            throws Problem {
        Path directory = directory(session);
        Surroundings around = new Surroundings(directory, place.model(), settings.toolNames());
        List<ExtensionsOfSession.Present> present = new ArrayList<>();
        for (FoundExtension each :
                place.source().scan(directory, ExtensionApprovals.in(home)::contain, settings.required())) {
            if (each.fate() != FoundExtension.Fate.STARTED) {
                tellOf(session, each);
            }
            present.add(present(session, each, place.source(), settings, around));
        }
        RemovedExtensions removed = RemovedExtensions.in(home);
        removed.forget(present.stream()
                .flatMap(it -> it.found().manifest().stream())
                .map(Manifest::provider)
                .toList());
        Set<ProviderName> freed = new HashSet<>(removed.names());
        settings.failOpen().stream().map(Manifest::providerName).forEach(freed::add);
        return new ExtensionsOfSession.Found(
                present,
                freed,
                settings.required().stream().map(Manifest::providerName).collect(Collectors.toSet()));
    }

    private Interception intercept(
            SessionId session,
            ProviderName name,
            int rank,
            Set<InterceptorInterest> interests,
            SessionInterceptor interceptor) {
        return sessions.find(session.value())
                .orElseThrow(() -> new IllegalStateException("the session has ended"))
                .gateway()
                .intercept(name, rank, interests, interceptor);
    }

    private ExtensionsOfSession.Present present(
            SessionId session,
            FoundExtension found,
            ExtensionSource source,
            ExtensionSettingsFile settings,
            Surroundings around) {
        boolean pinned =
                found.scope() == FoundExtension.Scope.PROJECT || source.pinned().contains(found.directory());
        return new ExtensionsOfSession.Present(
                found,
                found.manifest()
                        .filter(it -> found.fate() == FoundExtension.Fate.STARTED && !closed)
                        .map(it -> Extension.of(
                                it,
                                settings.of(it),
                                new ForSession(session, user(session), it, settings.of(it), pinned, around))));
    }

    /** The person there; of a session that has ended meanwhile, one who hears nothing. */
    private SessionUser user(SessionId session) {
        return sessions.find(session.value())
                .map(it -> it.host().user())
                .orElseGet(() -> SessionUser.create(thread::nanos));
    }

    private Path directory(SessionId session) {
        return sessions.find(session.value())
                .flatMap(it -> it.gateway().info().cwd())
                .orElseGet(() -> Path.of("").toAbsolutePath());
    }

    private void tellOf(SessionId session, FoundExtension each) {
        switch (each.fate()) {
            case FAILED, UNAPPROVED, REFUSED ->
                sessions.tell(session, "The extension '" + each.name() + "' is not started: " + each.problem() + ".");
            default -> LOG.debug("The extension {} is not started: {}", each.name(), each.problem());
        }
    }

    /** Tells {@code listener} of every session whose extensions are not as they were; it must not block. */
    public void whenChanged(Consumer<SessionId> listener) {
        listeners.add(listener);
    }

    private void changed(SessionId session) {
        listeners.forEach(it -> it.accept(session));
    }

    /**
     * Ends all extensions of a session, reads again what there is and what is said about it, and starts that (Z-105).
     *
     * @return empty if a reload of that session is under way
     * @throws Problem if the settings cannot be read; everything goes on then
     */
    public Optional<CompletionStage<Reloaded>> reload(SessionId session) throws Problem {
        Place place = place(session);
        ExtensionSettingsFile settings = place.source().settings(ExtensionSettingsFile.in(home));
        return place.extensions().reload(() -> found(session, place, settings));
    }

    private Place place(SessionId session) {
        Place fresh = empty(session);
        Place place = Optional.ofNullable(places.putIfAbsent(session, fresh)).orElse(fresh);
        if (closed || sessions.find(session.value()).isEmpty()) {
            ended(session);
        }
        return place;
    }

    private Place empty(SessionId session) {
        ExtensionsOfSession none = new ExtensionsOfSession(
                thread,
                (name, rank, interests, interceptor) -> intercept(session, name, rank, interests, interceptor),
                () -> changed(session));
        return new Place(none, ExtensionSource.none(), "");
    }

    /**
     * What a directory would start; nothing is started.
     *
     * @throws Problem if it has no extension that could be started
     */
    public ReviewedExtension review(SessionId session, Path directory) throws Problem {
        return ReviewedExtension.of(manifest(directory), all(session));
    }

    /** The same of those that the session's directory brings along. */
    public List<ReviewedExtension> review(SessionId session) throws Problem {
        List<ReviewedExtension> all = new ArrayList<>();
        for (Manifest each : ExtensionScan.ofProject(directory(session))) {
            all.add(ReviewedExtension.of(each, all(session)));
        }
        return all;
    }

    /**
     * What came of starting one more. Immutable.
     *
     * @param status empty if it was not started
     * @param objection why, a sentence; empty if it was
     */
    public record Added(Optional<ExtensionStatus> status, String objection) {
        private static Added not(String why) {
            return new Added(Optional.empty(), why);
        }
    }

    /**
     * Starts what a person has looked at, and keeps that approval (Z-024).
     *
     * @param sha256 what they have looked at
     * @return how it is, or what stands in the way: it is something else by now, one of that name runs already, there
     *     are too many, or a reload is under way
     * @throws Problem if it has no extension that could be started
     */
    public Added add(SessionId session, Path directory, String sha256) throws Problem {
        Manifest manifest = manifest(directory);
        if (!ExtensionApprovals.fingerprint(manifest).equals(sha256)) {
            return Added.not("It is not what was reviewed; look at it again.");
        }
        ExtensionSettingsFile said = ExtensionSettingsFile.in(home);
        ExtensionApprovals.in(home).add(manifest, sha256);
        Place place = place(session).with(manifest.directory());
        ExtensionSettingsFile settings = place.source().settings(said);
        FoundExtension found = new FoundExtension(
                FoundExtension.Scope.EXPLICIT,
                manifest.directory(),
                Optional.of(manifest),
                FoundExtension.Fate.STARTED,
                "");
        ExtensionsOfSession.Present more = present(
                session,
                found,
                place.source(),
                settings,
                new Surroundings(directory(session), place.model(), settings.toolNames()));
        Optional<String> objection = place.extensions().add(more);
        if (objection.isPresent()) {
            return Added.not(objection.get());
        }
        places.computeIfPresent(session, (id, former) -> former.with(manifest.directory()));
        return new Added(Optional.of(new ExtensionStatus(found, more.running().map(Extension::view))), "");
    }

    private static Manifest manifest(Path directory) throws Problem {
        try {
            return Manifest.read(directory)
                    .orElseThrow(() -> new Problem(directory + " has no program that could be started."));
        } catch (IOException e) {
            throw new Problem(e.getMessage() + ".");
        }
    }

    /** How all extensions of a session are, by their rank. */
    public List<ExtensionStatus> all(SessionId session) {
        return at(session).map(ExtensionsOfSession::all).orElse(List.of());
    }

    /**
     * The last lines of what an extension of a session has printed on standard error (Z-022).
     *
     * @return empty if there is none of that name, or it has never been started
     * @throws Problem if the log cannot be read
     */
    public Optional<List<String>> log(SessionId session, String name, int lines) throws Problem {
        Optional<Manifest> manifest = at(session).flatMap(it -> it.named(name)).map(Extension::manifest);
        List<LogFile> logs = LogFile.in(home.logs());
        Optional<LogFile> log = manifest.map(it -> ExtensionLog.name(it.provider()))
                .flatMap(wanted ->
                        logs.stream().filter(it -> it.name().equals(wanted)).findFirst());
        try {
            return log.isPresent() ? Optional.of(log.get().last(lines)) : Optional.empty();
        } catch (IOException e) {
            throw new Problem("The log of '" + name + "' cannot be read.");
        }
    }

    /** Ends an extension for good, and what it guards is free; false if none of that name runs. */
    public boolean stop(SessionId session, String name) {
        return at(session).filter(it -> it.stop(name)).isPresent();
    }

    private Optional<ExtensionsOfSession> at(SessionId session) {
        return Optional.ofNullable(places.get(session)).map(Place::extensions);
    }

    /** Ends all, and waits for a few seconds until their programs have ended. Harmless to repeat. */
    @Override
    public void close() {
        closed = true;
        CompletableFuture<Void> ended = CompletableFuture.allOf(places.values().stream()
                .map(it -> it.extensions().close().toCompletableFuture())
                .toArray(CompletableFuture[]::new));
        thread.execute(() -> thread.closeOnce(ended::isDone));
        thread.awaitClosed(FAREWELL);
    }

    /** What one extension of one session gets. Confined to the thread. */
    private final class ForSession implements ExtensionHost {
        private final SessionId session;
        private final SessionUser user;
        private final Manifest manifest;
        private final ExtensionSettings settings;
        private final boolean pinned;
        private final Surroundings surroundings;
        private volatile Optional<ExtensionLog> log = Optional.empty();

        /** @param pinned whether it is started only as it was approved */
        private ForSession(
                SessionId session,
                SessionUser user,
                Manifest manifest,
                ExtensionSettings settings,
                boolean pinned,
                Surroundings surroundings) {
            this.session = session;
            this.user = user;
            this.manifest = manifest;
            this.pinned = pinned;
            this.settings = settings;
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
        public CompletionStage<InteractiveProgram> start(Runnable stirs) {
            CompletableFuture<InteractiveProgram> started = new CompletableFuture<>();
            DaemonThreads.start("extension-start-" + manifest.provider(), () -> start(stirs, started));
            return started;
        }

        private void start(Runnable stirs, CompletableFuture<InteractiveProgram> started) {
            try {
                started.complete(program(stirs));
            } catch (IOException | RuntimeException e) {
                started.completeExceptionally(e);
            }
        }

        private InteractiveProgram program(Runnable stirs) throws IOException {
            requireApproved();
            ExtensionLog opened = ExtensionLog.open(home, manifest, stirs, thread::nanos);
            log = Optional.of(opened);
            return InteractiveProcess.start(
                    manifest.provider().value(),
                    manifest.command(),
                    environment(System.getenv(), settings.pass()),
                    opened);
        }

        @Override
        public void log(String line) {
            log.ifPresent(it -> it.say(line));
        }

        @Override
        public String logPlace() {
            return ExtensionLog.file(home, manifest).toString();
        }

        @Override
        public Interception intercept(
                ProviderName name, int rank, Set<InterceptorInterest> interests, SessionInterceptor interceptor) {
            return SessionExtensions.this.intercept(session, name, rank, interests, interceptor);
        }

        @Override
        public SessionUser user() {
            return user;
        }

        /** Whoever changes a program after its approval does not get it started (Z-025). */
        private void requireApproved() throws NotApproved {
            try {
                if (pinned && !ExtensionApprovals.in(home).contain(manifest)) {
                    throw new NotApproved("its manifest, or a file that its command names, has changed since it was"
                            + " approved; look at it and approve it anew");
                }
            } catch (Problem e) {
                throw new NotApproved("what was approved cannot be found as it was: " + e.sentence());
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
        public void tell(String sentence) {
            LOG.info("Session '{}': {}", session, sentence);
            sessions.tell(session, sentence);
        }
    }

    /** What programs need to run at all, and where their files are; keys stay here (Z-018, Z-019). */
    static Map<String, String> environment(Map<String, String> own, Set<String> pass) {
        Set<String> besides = own.keySet().stream()
                .filter(it -> it.equals("ZOT_HOME")
                        || (it.startsWith("XDG_") && it.endsWith("_HOME"))
                        || (pass.contains(it) && ExtensionSettingsFile.mayPass(it)))
                .collect(Collectors.toSet());
        return ProgramEnvironment.of(own, besides);
    }
}
