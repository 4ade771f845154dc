package io.tapgateway.zot;

import io.tapgateway.programs.InteractiveProgram;
import io.tapgateway.programs.Restarts;
import io.tapgateway.protocol.json.Utf8Length;
import io.tapgateway.runtime.Interception;
import io.tapgateway.user.command.CommandOffer;
import io.tapgateway.user.command.CommandOutcome;
import io.tapgateway.user.command.Commands;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An extension that is kept running for one session, and stands there as a provider of its name (Z-052, Z-100, Z-102).
 * Thread-safe; what happens, happens on the host's thread.
 */
public final class Extension {
    private static final Logger LOG = LoggerFactory.getLogger(Extension.class);

    /** How long tools stay denied once a guard is not going to run again, as after any loss of one (D-084). */
    static final Duration GUARD_LOSS = Duration.ofSeconds(30);

    private static final int SIGNALLED = 128;
    private static final int MOST_SIGNAL = 64;

    /** What a program has printed before its end is read in this time. */
    static final Duration LAST_WORDS = Duration.ofMillis(50);

    private final Manifest manifest;
    private final ExtensionSettings settings;
    private final ExtensionHost host;
    private final ExtensionGuard guard;
    private final Problems problems;
    private final Restarts restarts = new Restarts();

    private ExtensionView.State state = ExtensionView.State.WAITING;
    private Optional<Interception> interception = Optional.empty();
    private Optional<ExtensionProvider> provider = Optional.empty();
    private Optional<ExtensionRun> run = Optional.empty();
    private Optional<InteractiveProgram> program = Optional.empty();
    private final Map<ExtensionCommand, Commands.Offered> offered = new HashMap<>();
    private final Set<ExtensionCommand> refused = new HashSet<>();
    private OptionalInt exitCode = OptionalInt.empty();
    private OptionalLong readyMillis = OptionalLong.empty();
    private String failure = "";
    private long startedAt;
    private boolean hasBeenReady;
    private int rank;
    private boolean closed;
    private boolean beingStarted;
    private Runnable changed = () -> {};
    private Predicate<String> hasCommand = name -> false;
    private final CompletableFuture<Void> gone = new CompletableFuture<>();

    /** When the program has printed something on standard error last. */
    private volatile long stirredAt;

    private volatile ExtensionView view;

    private Extension(Manifest manifest, ExtensionSettings settings, ExtensionHost host) {
        this.manifest = manifest;
        this.settings = settings;
        this.host = host;
        this.guard = new ExtensionGuard(manifest, settings, host);
        this.problems = new Problems(host, this::show);
        this.view = seen();
    }

    /** An extension that has not begun; an {@link ExtensionSet} starts it. */
    public static Extension of(Manifest manifest, ExtensionSettings settings, ExtensionHost host) {
        return new Extension(manifest, settings, host);
    }

    /**
     * Starts it.
     *
     * @param guarded about what a program of that name has decided before
     * @param changed run on the program thread whenever it is not as it was
     */
    void begin(Set<String> guarded, Runnable changed) {
        this.changed = changed;
        guard.hold(guarded);
        try {
            interception = Optional.of(host.intercept(manifest.provider(), rank, guard.interests(), guard));
        } catch (IllegalStateException refused) {
            problems.add("it cannot be asked or told anything in its session: " + refused.getMessage());
            stop(ExtensionView.State.FAILED);
            return;
        }
        begin();
    }

    /** Nothing waits for it any more (Z-036). */
    void settle() {
        guard.settle();
        takePart();
    }

    private void takePart() {
        interception.ifPresent(it -> it.take(guard.interests()));
    }

    /** Who is asked before it has a smaller one. */
    int rank() {
        return rank;
    }

    /** Has its place among the others, before it begins. */
    void take(int rank) {
        this.rank = rank;
    }

    /** What does not happen as long as it says nothing about it. */
    Set<String> held() {
        return guard.held();
    }

    /** Which extension it is. */
    public Manifest manifest() {
        return manifest;
    }

    /** Nobody is asked in its stead any more. */
    void release() {
        guard.release();
        interception.ifPresent(Interception::close);
        interception = Optional.empty();
    }

    /** Whether it may still become ready for the first time. */
    boolean isUndecided() {
        return !closed && state == ExtensionView.State.STARTING && !hasBeenReady && failure.isEmpty();
    }

    /** Whether its program has registered, and runs. */
    boolean isReady() {
        return !closed && run.filter(ExtensionRun::isReady).isPresent();
    }

    /** Whether no program of it is going to run any more. */
    boolean isOver() {
        return closed
                || switch (state) {
                    case STARTING, READY, WAITING -> false;
                    case ENDED, FAILED, GIVEN_UP, UNAPPROVED -> true;
                };
    }

    /** What it wants its tools to be called. */
    List<String> wantedTools() {
        return ready().map(ExtensionRun::tools).orElse(List.of()).stream()
                .map(it -> it.name().value())
                .toList();
    }

    /** What it wants its commands to be called. */
    List<String> wantedCommands() {
        return ready().map(ExtensionRun::commands).orElse(List.of()).stream()
                .map(ExtensionCommand::name)
                .toList();
    }

    /** Whether its program has been written all that was said to it. */
    boolean isWritten() {
        return channel().filter(it -> !it.isWritten()).isEmpty();
    }

    /** How its program is talked to, while there is one. */
    Optional<ExtensionChannel> channel() {
        return run.map(ExtensionRun::channel);
    }

    private Optional<ExtensionRun> ready() {
        return run.filter(it -> isReady());
    }

    /** Has its session see what it has registered, as far as the names are its own. */
    void serve(Predicate<String> hasTool, Predicate<String> hasCommand) {
        this.hasCommand = hasCommand;
        ready().ifPresent(it -> {
            if (provider.isEmpty()) {
                provider = Optional.of(
                        new ExtensionProvider(manifest, host, problems, this::show, this::rejected, this::retire));
            }
            guard.serve(it);
            takePart();
            provider.get().serve(it, hasTool);
            offer(it.commands().stream()
                    .filter(command -> hasCommand.test(command.name()))
                    .toList());
            if (state == ExtensionView.State.STARTING) {
                to(ExtensionView.State.READY);
            } else {
                view = seen();
            }
        });
    }

    /** How it is. */
    public ExtensionView view() {
        return view;
    }

    /** Has the person find these commands of it, and no others. */
    private void offer(List<ExtensionCommand> commands) {
        offered.entrySet().removeIf(it -> {
            boolean gone = !commands.contains(it.getKey());
            if (gone) {
                it.getValue().close();
            }
            return gone;
        });
        refused.retainAll(commands);
        for (ExtensionCommand command : commands) {
            try {
                if (!refused.contains(command)) {
                    offered.computeIfAbsent(command, this::offer);
                }
            } catch (IllegalArgumentException refusal) {
                refused.add(command);
                problems.add("its command '" + command.name() + "' cannot be had: " + refusal.getMessage());
            }
        }
    }

    /** Whose a name is that several want, their set has decided already. */
    private Commands.Offered offer(ExtensionCommand command) {
        return host.user()
                .commands()
                .register(
                        new CommandOffer(manifest.provider(), 1, command.name(), command.description()),
                        args -> invoke(command.name(), args));
    }

    /**
     * Has a command run, for a person (Z-086). What is to be said to the agent after it is on its way when the stage
     * completes; that never fails.
     *
     * @param args the rest of the line
     */
    CompletionStage<CommandOutcome> invoke(String command, String args) {
        CompletableFuture<CommandOutcome> outcome = new CompletableFuture<>();
        host.thread().execute(() -> invoke(command, args.strip(), outcome));
        return outcome;
    }

    private void invoke(String command, String args, CompletableFuture<CommandOutcome> outcome) {
        Optional<ExtensionRun> ready = run.filter(ExtensionRun::isReady);
        Optional<ExtensionCommand> found =
                ready.flatMap(it -> it.command(command)).filter(it -> hasCommand.test(it.name()));
        if (found.isEmpty()) {
            outcome.complete(
                    CommandOutcome.failed(manifest.provider() + " has no command '" + command + "' at the moment."));
        } else if (!Utf8Length.fits(args, ZotLimit.TEXT_BYTES.most())) {
            outcome.complete(CommandOutcome.failed(
                    "What follows a command has at most " + ZotLimit.TEXT_BYTES.most() + " bytes."));
        } else {
            ready.get().invoke(found.get(), args, outcome);
        }
    }

    private void submit(String text) {
        provider.ifPresent(it -> it.submit(text));
    }

    /**
     * Ends it for good, and what it guards is free. Harmless to repeat.
     *
     * @return completed once no program of it runs; never fails
     */
    public CompletionStage<Void> stop() {
        host.thread().execute(() -> {
            stop(ExtensionView.State.ENDED);
            release();
        });
        return gone;
    }

    /**
     * Ends it, and goes on guarding what it guards until somebody else does, or it is released (Z-105).
     *
     * @return completed once no program of it runs; never fails
     */
    CompletionStage<Void> retire() {
        host.thread().execute(() -> stop(ExtensionView.State.ENDED));
        return gone;
    }

    private void stop(ExtensionView.State how) {
        if (!closed) {
            closed = true;
            run.ifPresent(ExtensionRun::stop);
            provider.ifPresent(ExtensionProvider::retire);
            guard.miss();
            if (program.isEmpty() && !beingStarted) {
                leave();
            }
            to(how);
        }
    }

    private void leave() {
        depart();
        host.user().leave(manifest.provider());
        gone.complete(null);
    }

    /** Nothing comes of its program any more: what its session has of it is gone, and calls are cut off (Z-100). */
    private void depart() {
        guard.miss();
        provider.ifPresent(ExtensionProvider::close);
        provider = Optional.empty();
    }

    private void begin() {
        if (closed) {
            return;
        }
        failure = "";
        beingStarted = true;
        startedAt = host.thread().nanos();
        to(ExtensionView.State.STARTING);
        var unused = host.start(() -> stirredAt = host.thread().nanos())
                .whenComplete((started, fault) -> host.thread().execute(() -> {
                    beingStarted = false;
                    if (fault == null) {
                        begun(started);
                    } else {
                        notBegun(fault);
                    }
                }));
    }

    private void notBegun(Throwable failure) {
        if (closed) {
            leave();
            return;
        }
        Throwable fault = failure instanceof CompletionException wrapped && wrapped.getCause() != null
                ? wrapped.getCause()
                : failure;
        boolean isBug = !(fault instanceof IOException);
        if (isBug) {
            LOG.error("A bug in the start of {}", manifest.provider(), fault);
        }
        String reason = isBug ? "the gateway has a bug, which is in its log" : String.valueOf(fault.getMessage());
        if (fault instanceof NotApproved) {
            problems.add(reason);
            host.tell("The extension '" + manifest.name() + "' is not started: " + reason + ".");
            // What it guards is guarded until its user has decided (Z-070).
            to(ExtensionView.State.UNAPPROVED);
        } else if (hasBeenReady && !isBug) {
            restart("could not be started: " + reason);
        } else {
            problems.add("it cannot be started: " + reason);
            host.tell("The extension '" + manifest.name() + "' cannot be started: " + reason);
            endForGood(ExtensionView.State.FAILED);
        }
    }

    private void begun(InteractiveProgram started) {
        startedAt = host.thread().nanos();
        stirredAt = startedAt;
        readyMillis = OptionalLong.empty();
        program = Optional.of(started);
        ExtensionRun begun =
                new ExtensionRun(manifest, settings, host, started, problems, () -> stirredAt, new Life(started));
        run = Optional.of(begun);
        show();
        started.onEnd(code -> host.thread().execute(() -> {
            // What it has said before counts.
            if (begun.isSilent()) {
                ended(begun, code);
            } else {
                host.thread().after(LAST_WORDS, () -> ended(begun, code));
            }
        }));
        begun.begin();
        if (closed) {
            begun.stop();
        }
    }

    private void ended(ExtensionRun which, int code) {
        depart();
        which.leave();
        program = Optional.empty();
        run = Optional.empty();
        exitCode = OptionalInt.of(code);
        offer(List.of());
        if (closed) {
            // What its commands say at the end is said before, and goes with it (Z-106).
            host.thread().execute(this::leave);
            show();
            return;
        }
        String how = failure.isEmpty() ? "has ended with " + exit(code) : failure;
        if (!hasBeenReady && !which.isReady() && failure.isEmpty()) {
            problems.add("it " + how + " before it was ready; what it has printed is in " + host.logPlace());
            host.tell("The extension '" + manifest.name() + "' " + how
                    + " before it was ready; what it has printed is in " + host.logPlace() + ".");
            endForGood(ExtensionView.State.FAILED);
        } else if (!hasBeenReady) {
            endForGood(ExtensionView.State.FAILED);
        } else if (code == 0 && failure.isEmpty()) {
            host.tell("The extension '" + manifest.name() + "' has ended.");
            endForGood(ExtensionView.State.ENDED);
        } else {
            restart(how);
        }
    }

    /** What is left of a program that a signal has ended is a code above 128. */
    private static String exit(int code) {
        int signal = code - SIGNALLED;
        return "exit code " + code + (signal > 0 && signal <= MOST_SIGNAL ? ", as by signal " + signal : "");
    }

    private void restart(String how) {
        problems.add("it " + how);
        Duration life = Duration.ofNanos(host.thread().nanos() - startedAt);
        restarts.after(life).ifPresentOrElse(pause -> pause(pause, how), () -> giveUp(how));
    }

    private void giveUp(String how) {
        host.tell("The extension '" + manifest.name() + "' " + how + " for the " + restarts.shortLives()
                + "th time in a row, and is not started again.");
        endForGood(ExtensionView.State.GIVEN_UP);
    }

    private void pause(Duration pause, String how) {
        host.tell("The extension '" + manifest.name() + "' " + how + "; it is started again in " + pause.toSeconds()
                + " s.");
        to(ExtensionView.State.WAITING);
        host.thread().after(pause, this::begin);
    }

    /** What it guarded stays closed for a while, so that nothing slips through that it would have denied (Z-070). */
    private void endForGood(ExtensionView.State how) {
        to(how);
        boolean guarded = !guard.held().isEmpty() && !guard.isAwaited();
        host.thread().after(GUARD_LOSS, () -> {
            if (!closed && state == how && guarded) {
                release();
                host.tell("The extension '" + manifest.name() + "' guarded its session. It does not run any more, and"
                        + " nothing is held back for it from now on.");
                show();
            }
        });
    }

    /** Somebody of that name is there already, say (Z-015). */
    private void rejected(String reason) {
        if (!closed) {
            problems.add(reason);
            host.tell("The extension '" + manifest.name() + "' cannot be used: " + reason + ".");
            stop(ExtensionView.State.FAILED);
        }
    }

    private void to(ExtensionView.State next) {
        state = next;
        show();
    }

    private void show() {
        view = seen();
        changed.run();
    }

    private ExtensionView seen() {
        OptionalLong pid = program.map(it -> OptionalLong.of(it.pid())).orElseGet(OptionalLong::empty);
        return new ExtensionView(
                manifest,
                state,
                pid,
                exitCode,
                readyMillis,
                restarts.shortLives(),
                provider.map(ExtensionProvider::shown).orElse(List.of()),
                run.map(ExtensionRun::commands).orElse(List.of()).stream()
                        .filter(it -> hasCommand.test(it.name()))
                        .toList(),
                run.map(ExtensionRun::events).orElse(List.of()),
                run.map(ExtensionRun::intercepts).orElse(List.of()),
                guard.guards(),
                problems.all());
    }

    /** What becomes of one program, on the program thread. */
    private final class Life implements ExtensionRun.Listener {
        private final InteractiveProgram of;

        private Life(InteractiveProgram of) {
            this.of = of;
        }

        @Override
        public void registered() {
            if (!closed && isCurrent()) {
                if (readyMillis.isEmpty()) {
                    readyMillis = OptionalLong.of(
                            Duration.ofNanos(host.thread().nanos() - startedAt).toMillis());
                }
                hasBeenReady = true;
                changed.run();
            }
        }

        /** News of a program that has ended may come late. */
        private boolean isCurrent() {
            return program.filter(of::equals).isPresent();
        }

        @Override
        public void submitted(String text) {
            submit(text);
        }

        @Override
        public void failed(String reason) {
            failure = "was ended: " + reason;
            depart();
            changed.run();
            if (!hasBeenReady) {
                problems.add(reason);
                host.tell("The extension '" + manifest.name() + "' is no extension that can be used: " + reason + ".");
            }
        }

        /** Who says nothing more can do nothing more (Z-101). */
        @Override
        public void silent() {
            if (isCurrent()) {
                depart();
                offer(List.of());
                run.ifPresent(ExtensionRun::silence);
                changed.run();
            }
        }
    }
}
