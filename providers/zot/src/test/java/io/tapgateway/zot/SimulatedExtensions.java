package io.tapgateway.zot;

import io.tapgateway.programs.InteractiveProgram;
import io.tapgateway.programs.ProgramThread;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.Push;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.PushLevel;
import io.tapgateway.protocol.model.TrustLevel;
import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Provider;
import io.tapgateway.runtime.CallHandle;
import io.tapgateway.runtime.CallOptions;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.InterceptedTool;
import io.tapgateway.runtime.Interception;
import io.tapgateway.runtime.InterceptorInterest;
import io.tapgateway.runtime.SessionHostEvent;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.SessionInterceptor;
import io.tapgateway.runtime.TurnStop;
import io.tapgateway.testkit.ManualClock;
import io.tapgateway.testkit.ManualExecutor;
import io.tapgateway.testkit.RecordingHost;
import io.tapgateway.transport.local.LocalProviderTransport;
import io.tapgateway.user.Ability;
import io.tapgateway.user.Attachment;
import io.tapgateway.user.OpenQuestion;
import io.tapgateway.user.QuestionEnd;
import io.tapgateway.user.SessionUser;
import io.tapgateway.user.SessionUserListener;
import io.tapgateway.user.Surface;
import io.tapgateway.user.UserTime;
import io.tapgateway.user.panel.PanelKey;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A session with simulated extensions, in which nothing happens by itself: time passes when a test lets it, and after
 * {@link #settle} everything is heard and done. Confined to the test's thread, which is also that of the extensions.
 */
final class SimulatedExtensions implements AutoCloseable {
    static final Duration MOMENT = Duration.ofMillis(500);

    /** What is asked before something is done: while settling, by all in turn, and while one of them is busy. */
    private static final Duration ASKED =
            ExtensionSet.SETTLING.plus(ExtensionGuard.CHAIN).plus(ExtensionChannel.LONGEST_PAUSE);

    /** How long a call waits for its turn. */
    private static final Duration QUEUE = Duration.ofMillis(Limit.QUEUE_WAIT.standard());

    /** How long something of that kind takes at most. */
    private static final Map<String, Duration> MOST_OF = Map.of(
            "command", ExtensionChannel.COMMAND,
            "call", ASKED.plus(QUEUE).plus(ExtensionSettings.TOOL_TIMEOUT),
            "use", ASKED,
            "turn", ASKED,
            "text", ASKED);

    private static final int FIRST_KEY = 0x4E00;

    /** Something that the host or the person at the session has begun. Confined to the test's thread. */
    static final class Errand {
        final String what;
        final long begunAt;
        final CompletionStage<?> end;
        int ends;
        long endedAt;
        String result = "";

        private Errand(String what, long begunAt, CompletionStage<?> end) {
            this.what = what;
            this.begunAt = begunAt;
            this.end = end;
        }

        boolean isOpen() {
            return ends == 0;
        }

        boolean is(String kind) {
            return what.startsWith(kind + " ");
        }

        /** How long it may take. */
        Duration most() {
            return MOST_OF.getOrDefault(what.substring(0, what.indexOf(' ')), Duration.ZERO);
        }

        /** How long it has taken, or takes by now. */
        Duration age(long now) {
            return Duration.ofNanos((isOpen() ? now : endedAt) - begunAt);
        }

        @Override
        public String toString() {
            return what;
        }
    }

    final Map<String, Persona> personas = new LinkedHashMap<>();
    final ManualClock clock = ManualClock.startingAt(Long.MAX_VALUE - 1_000);
    final RecordingHost host = new RecordingHost();
    final List<SimulatedProgram> programs = new CopyOnWriteArrayList<>();

    /** What has happened in the session that extensions are told of, as whoever looks in from outside sees it. */
    final List<String> events = new CopyOnWriteArrayList<>();

    final List<Errand> errands = new ArrayList<>();
    final List<CallHandle> calls = new ArrayList<>();
    final List<String> told = new ArrayList<>();

    /** What is in the logs of extensions. */
    final List<String> logged = new ArrayList<>();

    /** What the gateway logs. */
    final RecordedLog log = new RecordedLog();

    /** How all programs so far were and are talked to. */
    final Set<ExtensionChannel> channels = new LinkedHashSet<>();

    /** What must not be, and was noticed at once. */
    final List<String> offences = new ArrayList<>();

    final Gateway gateway;
    final GatewaySession session;
    final SessionUser user;

    /** What no extension may get to know. */
    final String token;

    final ExtensionSet set;
    private final long origin = clock.nanos();
    private final Flaw flaw;
    private final ManualExecutor tasks = new ManualExecutor();
    private final ProgramThread thread = new SteppedThread();
    private final Map<String, BoundProvider> pushers = new LinkedHashMap<>();
    private final Map<SimulatedProgram, Long> openings = new LinkedHashMap<>();

    /** Those that wait for an answer to their hello. */
    private final Set<SimulatedProgram> greeted = new LinkedHashSet<>();

    private final Attachment seat;

    /** Which key was pressed while whose panel was to be seen. */
    final Map<String, String> pressed = new HashMap<>();

    private int fullStops;

    SimulatedExtensions(Flaw flaw) {
        this.flaw = flaw;
        this.gateway = Gateway.builder()
                .clock(clock)
                .executor(Runnable::run)
                .limits(flaw.limits(Limits.standard()))
                .build();
        this.session = gateway.openSession(SessionInfo.of("s", "A session", Path.of("/code")), host);
        this.user = SessionUser.create(
                new UserTime() {
                    @Override
                    public long nanos() {
                        return clock.nanos();
                    }

                    @Override
                    public void after(Duration delay, Runnable task) {
                        thread.after(delay, task);
                    }

                    @Override
                    public void execute(Runnable task) {
                        task.run();
                    }
                },
                SessionUserListener.NOBODY);
        this.seat = user.attach(new Screen());
        this.token = gateway.tokens().issueDiscoveryToken().reveal();
        this.set = new ExtensionSet(thread, session::intercept, () -> {});
        session.intercept(
                new ProviderName("witness"), Integer.MIN_VALUE, Set.of(InterceptorInterest.EVENTS), new Witness());
    }

    /** Time since the beginning. */
    Duration now() {
        return Duration.ofNanos(clock.nanos() - origin);
    }

    // What happens to extensions.

    /** Loads extensions of these kinds, by rank; programs begin to speak when their time has come. */
    void load(List<Persona> byRank) {
        byRank.forEach(it -> personas.put(it.name(), it));
        List<Extension> all = byRank.stream()
                .map(it -> Extension.of(Extensions.manifest(it.name()), it.settings(), new Host(it)))
                .toList();
        if (flaw.bindsAtOnce()) {
            for (int rank = 0; rank < all.size(); rank++) {
                set.add(rank, all.get(rank));
            }
        } else {
            var unused = set.load(all, Set.of(), Set.of());
        }
        settle();
    }

    /** Stops them all and loads them again. */
    void reload() {
        List<Persona> again = List.copyOf(personas.values());
        CompletableFuture<Void> stopped = set.stop().toCompletableFuture();
        for (int i = 0; i < 10 && !stopped.isDone(); i++) {
            pass(MOMENT);
        }
        if (!stopped.isDone()) {
            offences.add("I-72: the extensions do not end");
        }
        load(again);
    }

    Optional<Extension> extension(String name) {
        return set.all().stream()
                .filter(it -> it.manifest().name().equals(name))
                .findFirst();
    }

    /** The newest program of an extension, if it runs. */
    Optional<SimulatedProgram> running(String name) {
        return programs.stream()
                .filter(it -> it.name().equals(name) && !it.hasEnded())
                .reduce((one, next) -> next);
    }

    /** Whether its extension is ready, and it is expected to hear what that is told. */
    boolean listens(SimulatedProgram program) {
        return !program.isDeaf()
                && !program.isLeaving()
                && running(program.name()).filter(program::equals).isPresent()
                && extension(program.name())
                        .map(Extension::view)
                        .filter(it -> it.state() == ExtensionView.State.READY)
                        .isPresent();
    }

    // What happens in the session.

    void call(String tool, String argument) {
        CallHandle call = session.startCall(tool, JsonValue.of(Map.of("argument", argument)), CallOptions.NONE);
        calls.add(call);
        begin("call of " + tool, call.outcome());
    }

    void check(String tool, String argument) {
        begin("use of " + tool, session.preToolUse(tool, JsonValue.of(Map.of("argument", argument))));
    }

    void command(String line) {
        user.commands().run(line).ifPresent(outcome -> begin("command " + line, outcome));
    }

    void turn(int step) {
        begin("turn " + step, session.beforeTurn(step));
    }

    void text(String text) {
        begin("text " + text, session.beforeShown(text));
    }

    /** The person presses a key that was never pressed before, for whoever has the panel. */
    void press() {
        user.panel().ifPresent(panel -> {
            PanelKey key = PanelKey.rune(FIRST_KEY + pressed.size()).orElseThrow();
            pressed.put(key.text(), panel.content().source().value());
            seat.key(panel.id(), key);
        });
    }

    void leavePanel() {
        user.panel().ifPresent(panel -> seat.dismiss(panel.id()));
    }

    void speak() {
        session.publish(SessionHostEvent.userMessage("go on"));
    }

    /** Another program wants something said to the agent. */
    void inject(String name) {
        pushers.computeIfAbsent(
                        name,
                        key -> LocalProviderTransport.to(gateway)
                                .executor(Runnable::run)
                                .trust(TrustLevel.PROJECT)
                                .attach(
                                        session.info().id(),
                                        Provider.named(key)
                                                .onError(refusal -> told.add(refusal.what()))
                                                .build()))
                .push(new Push(
                        PushLevel.INJECT,
                        Optional.empty(),
                        Optional.of("look here"),
                        Optional.empty(),
                        Push.Target.BOUND_SESSION,
                        Optional.empty()));
    }

    private void begin(String what, CompletionStage<?> end) {
        Errand errand = new Errand(what, clock.nanos(), end);
        errands.add(errand);
        var unused = end.handle((result, failure) -> {
            errand.ends++;
            errand.endedAt = clock.nanos();
            errand.result = String.valueOf(failure == null ? result : failure);
            return result;
        });
    }

    // Time.

    /** Lets time pass, in which programs begin to speak that have been started. */
    void pass(Duration time) {
        Duration left = time;
        while (!left.isZero()) {
            Duration step = left.compareTo(MOMENT) < 0 ? left : MOMENT;
            clock.advance(step);
            left = left.minus(step);
            settle();
            open();
            set.all().forEach(this::awaitWritten);
        }
    }

    /**
     * Whoever reads is not taken for deaf because time passes faster here than its thread can write, and whoever does
     * not read is so each time at the same time (Z-045).
     */
    private void awaitWritten(Extension extension) {
        running(extension.manifest().name())
                .filter(it -> !it.isLeaving())
                .ifPresent(it -> it.awaitMeanwhile(() -> extension.isWritten() || it.holdsUpItsWriter()));
    }

    private void open() {
        for (SimulatedProgram program : List.copyOf(openings.keySet())) {
            if (program.isLeaving()) {
                openings.remove(program);
            } else if (clock.nanos() - openings.get(program) >= 0) {
                openings.remove(program);
                open(program);
            }
        }
    }

    /** A program registers all that it has. */
    void open(SimulatedProgram program) {
        openings.remove(program);
        greeted.add(program);
        Persona persona = personas.get(program.name());
        program.says(persona.hello());
        persona.opening().forEach(program::says);
        program.says(Extensions.READY);
        settle();
    }

    /** All that anybody can see and read of the session, in lines; what extensions are asked is for them alone. */
    String seen() {
        Stream<List<?>> places = Stream.of(events, told, logged, log.lines(), user.notes(), host.timeline());
        Stream<?> heard = programs.stream().flatMap(it -> it.heard("event").stream());
        Stream<?> shown =
                Stream.of(user.panel(), set.all().stream().map(Extension::view).toList());
        return Stream.of(places.flatMap(List::stream), heard, shown)
                .flatMap(it -> it)
                .map(String::valueOf)
                .collect(Collectors.joining("\n"));
    }

    /** Everything is done that can be done now. */
    void settle() {
        do {
            if (isHeldUp()) {
                return;
            }
            tasks.runAll();
            set.all().forEach(it -> it.channel().ifPresent(channels::add));
            programs.stream().filter(it -> !it.isTakenIn()).forEach(SimulatedProgram::awaitTakenIn);
            // In this order: whoever was taken in has had its last task put down before.
        } while (programs.stream().anyMatch(it -> !it.isTakenIn()) || tasks.pending() > 0);
    }

    private boolean isHeldUp() {
        return flaw.waitsForReaders() && programs.stream().anyMatch(it -> it.isDeaf() && !it.hasEnded());
    }

    /** Everything is done, and everybody who listens has heard of it: what they are told last is a full stop. */
    void finishStep() {
        settle();
        String mark = "full stop " + ++fullStops;
        session.turnEnded(TurnStop.END_TURN, Optional.of(mark));
        greeted.removeIf(SimulatedProgram::isLeaving);
        List<SimulatedProgram> answered =
                greeted.stream().filter(it -> !isHeldUp() && !it.isDeaf()).toList();
        answered.forEach(it -> {
            String last = personas.get(it.name()).isToldOfStart() ? "event" : "hello_ack";
            it.awaitHeard(frame -> frame.is(last));
            greeted.remove(it);
        });
        programs.stream()
                .filter(this::listens)
                .forEach(it -> it.awaitHeard(frame -> frame.text("error").equals(mark)));
        settle();
        if (!isHeldUp()) {
            // Also those that were not ready when the full stop was put, and have been told something since.
            set.all().forEach(this::awaitWritten);
        }
    }

    /** The extensions end. */
    void stop() {
        programs.forEach(it -> it.reads(true));
        settle();
        var unused = set.stop();
        pass(Duration.ofSeconds(4));
    }

    /** The session comes to its end, and everything after it. */
    void end() {
        gateway.closeNow();
        user.end();
        pass(Duration.ofSeconds(1));
        // Times that nobody has to wait for any more are over as well.
        clock.advance(Duration.ofMinutes(15));
        settle();
    }

    @Override
    public void close() {
        programs.forEach(it -> it.ends(0));
        settle();
        gateway.closeNow();
        log.close();
    }

    /** Where the person sees panels. */
    private static final class Screen implements Surface {
        @Override
        public String name() {
            return "a screen";
        }

        @Override
        public int mostCharacters() {
            return 1_000;
        }

        @Override
        public Set<Ability> abilities() {
            return EnumSet.of(Ability.PANELS);
        }

        @Override
        public void opened(OpenQuestion question) {}

        @Override
        public void closed(OpenQuestion question, QuestionEnd how) {}
    }

    private final class SteppedThread implements ProgramThread {
        @Override
        public void execute(Runnable task) {
            tasks.execute(task);
        }

        @Override
        public void after(Duration asked, Runnable task) {
            var unused = clock.wakeAt(clock.nanos() + flaw.delay(asked).toNanos(), () -> {
                tasks.execute(task);
                if (!isHeldUp()) {
                    tasks.runAll();
                }
            });
        }

        @Override
        public long nanos() {
            return clock.nanos();
        }
    }

    /** Sees what everybody is told. */
    private final class Witness implements SessionInterceptor {
        @Override
        public void toolAsked(InterceptedTool use) {
            events.add("tool_call " + use.id());
        }

        @Override
        public void turnStarted(int step) {
            events.add("turn_start " + step);
        }

        @Override
        public void textShown(String text) {
            events.add("assistant_message " + text);
        }

        @Override
        public void turnEnded(TurnStop stop, Optional<String> error) {
            events.add("turn_end " + error.orElse(stop.name().toLowerCase(Locale.ROOT)));
        }
    }

    private final class Host extends HostInSession {
        private final Persona persona;

        private Host(Persona persona) {
            super(gateway, session, flaw.user(user), thread);
            this.persona = persona;
        }

        @Override
        public Surroundings surroundings() {
            return new Surroundings(Path.of("/code"), flaw.model(token), Map.of());
        }

        @Override
        public Interception intercept(
                ProviderName name, int rank, Set<InterceptorInterest> interests, SessionInterceptor interceptor) {
            return super.intercept(name, rank, interests, flaw.interceptor(interceptor));
        }

        @Override
        public CompletionStage<InteractiveProgram> start(Runnable stirs) {
            running(persona.name()).ifPresent(it -> offences.add("I-71: two programs of " + it.name() + " run"));
            CompletableFuture<SimulatedProgram> itself = new CompletableFuture<>();
            SimulatedProgram program = new SimulatedProgram(
                    persona.name(),
                    flaw,
                    () -> thread.after(
                            Duration.ofMillis(persona.obedience()),
                            () -> itself.join().ends(143)));
            itself.complete(program);
            programs.add(program);
            openings.put(
                    program,
                    clock.nanos() + Duration.ofMillis(persona.slowness()).toNanos());
            return CompletableFuture.completedFuture(program);
        }

        @Override
        public void tell(String sentence) {
            told.add(sentence);
        }

        @Override
        public void log(String line) {
            logged.add(line);
        }
    }
}
