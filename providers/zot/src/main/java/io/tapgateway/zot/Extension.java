package io.tapgateway.zot;

import io.tapgateway.programs.InteractiveProgram;
import io.tapgateway.programs.Restarts;
import io.tapgateway.runtime.Interception;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
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

    private ExtensionLife life = ExtensionLife.begin();
    private Optional<Interception> interception = Optional.empty();
    private OptionalInt exitCode = OptionalInt.empty();
    private OptionalLong readyMillis = OptionalLong.empty();
    private int rank;
    private Runnable changed = () -> {};
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
        // Who was stopped meanwhile goes on guarding, without a program.
        if (!life.isStopped()) {
            begin();
        }
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
        return life.isUndecided();
    }

    /** Whether its program has registered, and runs. */
    boolean isReady() {
        return ready().isPresent();
    }

    /** Whether no program of it is going to run any more. */
    boolean isOver() {
        return life.isOver();
    }

    /** What it wants its tools to be called. */
    List<String> wantedTools() {
        return ready().map(it -> it.registrations().tools()).orElse(List.of()).stream()
                .map(it -> it.name().value())
                .toList();
    }

    /** What it wants its commands to be called. */
    List<String> wantedCommands() {
        return ready().map(it -> it.registrations().commands()).orElse(List.of()).stream()
                .map(ExtensionCommand::name)
                .toList();
    }

    /** Whether its program has been written all that was said to it. */
    boolean isWritten() {
        return channel().filter(it -> !it.isWritten()).isEmpty();
    }

    /** How its program is talked to, while there is one. */
    Optional<ExtensionChannel> channel() {
        return program().map(ExtensionRun::channel);
    }

    /** Its program, as long as that has not ended. */
    Optional<ExtensionRun> program() {
        return life.program();
    }

    private Optional<ExtensionRun> ready() {
        return program().filter(ExtensionRun::isReady);
    }

    /** Has its session see what it has registered, as far as the names are its own. */
    void serve(Predicate<String> hasTool, Predicate<String> hasCommand) {
        ready().ifPresent(run -> {
            if (life.isRegistered()) {
                run.bind(new ExtensionProvider(manifest, host, problems, this::show, this::rejected, this::retire));
            }
            guard.serve(run);
            takePart();
            run.serve(hasTool, hasCommand);
            if (life.isRegistered()) {
                to(life.toReady());
            } else {
                view = seen();
            }
        });
    }

    /** How it is. */
    public ExtensionView view() {
        return view;
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
        if (!life.isStopped()) {
            program().ifPresent(ExtensionRun::stop);
            guard.miss();
            to(life.toStopped(how));
            if (life.isGone()) {
                leave();
            }
        }
    }

    private void leave() {
        host.user().leave(manifest.provider());
        gone.complete(null);
    }

    private void begin() {
        to(life.toSpawning());
        var unused = host.start(() -> stirredAt = host.thread().nanos())
                .whenComplete((started, fault) -> host.thread().execute(() -> {
                    if (fault == null) {
                        begun(started);
                    } else {
                        notBegun(fault);
                    }
                }));
    }

    private void notBegun(Throwable failure) {
        if (life.isStopped()) {
            to(life.toGone());
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
            to(life.toOver(ExtensionView.State.UNAPPROVED));
        } else if (life.hasBeenReady() && !isBug) {
            restart("could not be started: " + reason, Duration.ZERO);
        } else {
            problems.add("it cannot be started: " + reason);
            host.tell("The extension '" + manifest.name() + "' cannot be started: " + reason);
            endForGood(ExtensionView.State.FAILED);
        }
    }

    private void begun(InteractiveProgram started) {
        stirredAt = host.thread().nanos();
        readyMillis = OptionalLong.empty();
        ExtensionRun run = new ExtensionRun(
                manifest, settings, host, started, problems, () -> stirredAt, this::look, this::failed);
        to(life.toStarted(run));
        started.onEnd(code -> host.thread().execute(() -> {
            // What it has said before counts.
            if (run.isSilent()) {
                ended(run, code);
            } else {
                host.thread().after(LAST_WORDS, () -> ended(run, code));
            }
        }));
        run.begin();
        if (life.isStopped()) {
            run.stop();
        }
    }

    /** Something has changed about its program. */
    private void look() {
        program().ifPresent(run -> {
            if (run.isReady() && life.isStarting()) {
                readyMillis = OptionalLong.of(age(run).toMillis());
                to(life.toRegistered());
            } else if (!run.isHeard()) {
                guard.miss();
                view = seen();
            }
        });
        changed.run();
    }

    private Duration age(ExtensionRun run) {
        return Duration.ofNanos(host.thread().nanos() - run.begunAt());
    }

    /** Its program cannot go on, and is ended. */
    private void failed(String reason) {
        guard.miss();
        if (!life.hasBeenReady()) {
            problems.add(reason);
            host.tell("The extension '" + manifest.name() + "' is no extension that can be used: " + reason + ".");
        }
        to(life.toFailing("was ended: " + reason));
    }

    private void ended(ExtensionRun run, int code) {
        run.leave();
        guard.miss();
        exitCode = OptionalInt.of(code);
        if (life.isStopped()) {
            // What its commands say at the end is said before, and goes with it (Z-106).
            host.thread().execute(() -> {
                to(life.toGone());
                leave();
            });
            return;
        }
        Optional<String> failure = life.failure();
        String how = failure.orElse("has ended with " + exit(code));
        if (life.hasBeenReady() && (code != 0 || failure.isPresent())) {
            restart(how, age(run));
        } else if (life.hasBeenReady()) {
            host.tell("The extension '" + manifest.name() + "' has ended.");
            endForGood(ExtensionView.State.ENDED);
        } else {
            if (failure.isEmpty()) {
                String early = how + " before it was ready; what it has printed is in " + host.logPlace();
                problems.add("it " + early);
                host.tell("The extension '" + manifest.name() + "' " + early + ".");
            }
            endForGood(ExtensionView.State.FAILED);
        }
    }

    /** What is left of a program that a signal has ended is a code above 128. */
    private static String exit(int code) {
        int signal = code - SIGNALLED;
        return "exit code " + code + (signal > 0 && signal <= MOST_SIGNAL ? ", as by signal " + signal : "");
    }

    private void restart(String how, Duration life) {
        problems.add("it " + how);
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
        to(life.toWaiting());
        host.thread().after(pause, () -> {
            if (!life.isStopped()) {
                begin();
            }
        });
    }

    /** What it guarded stays closed for a while, so that nothing slips through that it would have denied (Z-070). */
    private void endForGood(ExtensionView.State how) {
        to(life.toOver(how));
        boolean guarded = !guard.held().isEmpty() && !guard.isAwaited();
        host.thread().after(GUARD_LOSS, () -> {
            if (!life.isStopped() && guarded) {
                release();
                host.tell("The extension '" + manifest.name() + "' guarded its session. It does not run any more, and"
                        + " nothing is held back for it from now on.");
                show();
            }
        });
    }

    /** Somebody of that name is there already, say (Z-015). */
    private void rejected(String reason) {
        if (!life.isStopped()) {
            problems.add(reason);
            host.tell("The extension '" + manifest.name() + "' cannot be used: " + reason + ".");
            stop(ExtensionView.State.FAILED);
        }
    }

    private void to(ExtensionLife next) {
        life = next;
        show();
    }

    private void show() {
        view = seen();
        changed.run();
    }

    private ExtensionView seen() {
        Optional<ExtensionRun> run = program();
        Optional<Registrations> registered = run.map(ExtensionRun::registrations);
        return new ExtensionView(
                manifest,
                life.shown(),
                run.map(it -> OptionalLong.of(it.pid())).orElseGet(OptionalLong::empty),
                exitCode,
                readyMillis,
                restarts.shortLives(),
                run.map(ExtensionRun::shownTools).orElse(List.of()),
                run.map(it -> it.commands().own()).orElse(List.of()),
                registered.map(Registrations::events).orElse(List.of()),
                registered.map(Registrations::intercepts).orElse(List.of()),
                guard.guards(),
                problems.all());
    }
}
