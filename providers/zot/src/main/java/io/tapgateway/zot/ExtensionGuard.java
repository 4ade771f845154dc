package io.tapgateway.zot;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.runtime.InterceptedTool;
import io.tapgateway.runtime.InterceptorInterest;
import io.tapgateway.runtime.InterceptorQuestion;
import io.tapgateway.runtime.InterceptorVerdict;
import io.tapgateway.runtime.SessionInterceptor;
import io.tapgateway.runtime.TurnStop;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What an extension has to say about tools, turns and texts, and what it is told of them. It is there as long as the
 * extension is in its session, and decides in its stead while no program is there that could: silence about tools
 * denies (Z-066, Z-070), silence about turns and texts allows (Z-069), but for what the user says. Thread-safe; changed
 * on the program thread, asked by the gateway.
 */
final class ExtensionGuard implements SessionInterceptor {
    /** What it may ask to decide about, and to be told of. */
    static final String TOOL_CALL = "tool_call";

    static final String TURN_START = "turn_start";
    static final String ASSISTANT_MESSAGE = "assistant_message";

    /** Of what else it may be told. */
    static final String TURN_END = "turn_end";

    static final String SESSION_START = "session_start";

    /** About what it can be asked (Z-060). */
    static final Set<String> INTERCEPTS = Set.of(TOOL_CALL, TURN_START, ASSISTANT_MESSAGE);

    /** Of what it can be told (Z-078). */
    static final Set<String> EVENTS = Set.of(SESSION_START, TURN_START, ASSISTANT_MESSAGE, TOOL_CALL, TURN_END);

    /** How long all extensions together may take about one thing (Z-061). */
    static final Duration CHAIN = Duration.ofSeconds(15);

    /** How often the user is told of silence that allows (Z-069). */
    private static final Duration WARNING_PAUSE = Duration.ofMinutes(1);

    private final Manifest manifest;
    private final ExtensionSettings settings;
    private final ExtensionHost host;
    private final CompletableFuture<Void> settled = new CompletableFuture<>();

    private volatile Standing standing = new Standing(Optional.empty(), Set.of(), Set.of());

    /** What a program of it has asked to decide about once, and nobody has freed since. */
    private volatile Set<String> guarded;

    private boolean hasBegun;

    private boolean hasWarned;
    private long warnedAt;

    /**
     * Who can be asked and told now. Immutable.
     *
     * @param channel empty if no program is ready
     */
    private record Standing(Optional<ExtensionChannel> channel, Set<String> events, Set<String> intercepts) {
        private Optional<ExtensionChannel> askedAbout(String what) {
            return channel.filter(it -> intercepts.contains(what));
        }

        /** Why it cannot be asked. */
        private String absence() {
            return channel.isPresent() ? "has not asked for that yet" : "does not run";
        }

        private Optional<ExtensionChannel> toldOf(String what) {
            return channel.filter(it -> events.contains(what));
        }
    }

    ExtensionGuard(Manifest manifest, ExtensionSettings settings, ExtensionHost host) {
        this.manifest = manifest;
        this.settings = settings;
        this.host = host;
        this.guarded = settings.required() ? Set.of(TOOL_CALL) : Set.of();
    }

    /** Whether it decides about the use of tools. */
    boolean guards() {
        return guarded.contains(TOOL_CALL);
    }

    /** About what it says no where no program of it says yes: as its user wants it (Z-067, Z-069). */
    Set<String> held() {
        return guarded.stream()
                .filter(it -> it.equals(TOOL_CALL) ? !settings.failOpen() : settings.failClosed())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** It has bound: nothing waits for it any more (Z-036). */
    void settle() {
        settled.complete(null);
    }

    /** A program of it is ready, and wants this. */
    void serve(ExtensionRun run) {
        Registrations wanted = run.registrations();
        standing =
                new Standing(Optional.of(run.channel()), Set.copyOf(wanted.events()), Set.copyOf(wanted.intercepts()));
        hold(wanted.intercepts());
        hasBegun |= wanted.intercepts().contains(TOOL_CALL);
    }

    /** Whether it guards even if no program of it ever decides: its user requires that one does (Z-071). */
    boolean isAwaited() {
        return settings.required() && !hasBegun && guards();
    }

    /** In what it takes part now. */
    Set<InterceptorInterest> interests() {
        Standing now = standing;
        EnumSet<InterceptorInterest> interests = EnumSet.noneOf(InterceptorInterest.class);
        if (!settled.isDone() || guards()) {
            interests.add(InterceptorInterest.TOOLS);
        }
        if (!settled.isDone() || guarded.contains(TURN_START)) {
            interests.add(InterceptorInterest.TURNS);
        }
        if (guarded.contains(ASSISTANT_MESSAGE)) {
            interests.add(InterceptorInterest.TEXTS);
        }
        if (now.events().stream().anyMatch(it -> !it.equals(SESSION_START))) {
            interests.add(InterceptorInterest.EVENTS);
        }
        return interests;
    }

    /** What a program of that name has guarded is guarded further on (Z-105). */
    void hold(Collection<String> what) {
        Set<String> all = new HashSet<>(guarded);
        all.addAll(what);
        guarded = Set.copyOf(all);
    }

    /** No program is ready. */
    void miss() {
        standing = new Standing(Optional.empty(), Set.of(), Set.of());
    }

    /** It guards nothing any more. */
    void release() {
        guarded = Set.of();
        settle();
    }

    @Override
    public CompletionStage<InterceptorVerdict> beforeTool(InterceptedTool use, InterceptorQuestion question) {
        return settled.isDone() ? judge(use, question) : settled.thenCompose(unused -> judge(use, question));
    }

    private CompletionStage<InterceptorVerdict> judge(InterceptedTool use, InterceptorQuestion question) {
        Standing now = standing;
        Optional<ExtensionChannel> asked = now.askedAbout(TOOL_CALL);
        if (asked.isEmpty()) {
            return held().contains(TOOL_CALL)
                    ? CompletableFuture.completedFuture(InterceptorVerdict.block("it guards the use of tools, and "
                            + now.absence() + ". 'ext stop " + manifest.provider() + "' at the prompt frees them."))
                    : NOTHING_TO_SAY;
        }
        String tool = host.surroundings().told(use.tool());
        return ask(asked.get(), question, id -> HostFrames.mayUse(id, use.id(), tool, use.args()))
                .thenApply(opinion -> opinion.verdict()
                        .map(it -> ofTool(it, use.args()))
                        .orElseGet(() -> settings.failOpen()
                                ? InterceptorVerdict.allow()
                                : InterceptorVerdict.block(opinion.why()
                                        + ". It guards the use of tools; 'ext stop " + manifest.provider()
                                        + "' at the prompt frees them.")));
    }

    private static InterceptorVerdict ofTool(ExtensionFrame.Verdict verdict, JsonValue args) {
        if (verdict.block()) {
            return blocked(verdict);
        }
        return verdict.modifiedArgs()
                .filter(it -> !it.equals(args))
                .map(InterceptorVerdict::rewrite)
                .orElseGet(InterceptorVerdict::allow);
    }

    private static InterceptorVerdict blocked(ExtensionFrame.Verdict verdict) {
        return InterceptorVerdict.block(verdict.reason().isBlank() ? "no reason given" : verdict.reason());
    }

    @Override
    public CompletionStage<InterceptorVerdict> beforeTurn(int step, InterceptorQuestion question) {
        return settled.isDone() ? judge(step, question) : settled.thenCompose(unused -> judge(step, question));
    }

    private CompletionStage<InterceptorVerdict> judge(int step, InterceptorQuestion question) {
        return lenient(
                TURN_START, question, id -> HostFrames.mayBegin(id, step), verdict -> InterceptorVerdict.allow());
    }

    @Override
    public CompletionStage<InterceptorVerdict> beforeShown(String text, InterceptorQuestion question) {
        return lenient(
                ASSISTANT_MESSAGE,
                question,
                id -> HostFrames.mayShow(id, text),
                verdict -> verdict.replaceText().isEmpty()
                        ? InterceptorVerdict.allow()
                        : InterceptorVerdict.replace(verdict.replaceText()));
    }

    /** What a turn does is gated anyway, so silence allows, unless the user says otherwise (Z-069). */
    private CompletionStage<InterceptorVerdict> lenient(
            String what,
            InterceptorQuestion question,
            Function<String, String> frame,
            Function<ExtensionFrame.Verdict, InterceptorVerdict> otherwise) {
        Standing now = standing;
        Optional<ExtensionChannel> asked = now.askedAbout(what);
        if (asked.isEmpty()) {
            return guarded.contains(what)
                    ? CompletableFuture.completedFuture(silence(what, "it " + now.absence()))
                    : NOTHING_TO_SAY;
        }
        return ask(asked.get(), question, frame)
                .thenApply(opinion -> opinion.verdict()
                        .map(it -> it.block() ? blocked(it) : otherwise.apply(it))
                        .orElseGet(() -> silence(what, opinion.why())));
    }

    private InterceptorVerdict silence(String what, String why) {
        if (settings.failClosed()) {
            return InterceptorVerdict.block(why);
        }
        host.thread().execute(() -> warn(what, why));
        return InterceptorVerdict.allow();
    }

    private void warn(String what, String why) {
        long now = host.thread().nanos();
        if (!hasWarned || now - warnedAt >= WARNING_PAUSE.toNanos()) {
            hasWarned = true;
            warnedAt = now;
            host.tell("The extension '" + manifest.name() + "' has not decided about '" + what + "', because " + why
                    + "; that happens without it.");
        }
    }

    /** Asks within what is left of the time that all have together, and of that which they may be busy (Z-061). */
    private static CompletionStage<ExtensionChannel.Opinion> ask(
            ExtensionChannel channel, InterceptorQuestion question, Function<String, String> frame) {
        Duration taken =
                Duration.ofNanos(question.asked() - question.chainBegan()).minus(question.paused());
        Duration left = least(CHAIN.minus(taken), ExtensionChannel.VERDICT);
        return left.compareTo(Duration.ZERO) > 0
                ? channel.ask(question, left, ExtensionChannel.LONGEST_PAUSE.minus(question.paused()), frame)
                : CompletableFuture.completedFuture(ExtensionChannel.Opinion.none(
                        "those before it have taken the " + CHAIN.toSeconds() + " s that all have together"));
    }

    private static Duration least(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    @Override
    public void toolAsked(InterceptedTool use) {
        standing.toldOf(TOOL_CALL)
                .ifPresent(it ->
                        it.send(HostFrames.toolUse(use.id(), host.surroundings().told(use.tool()), use.args())));
    }

    @Override
    public void turnStarted(int step) {
        standing.toldOf(TURN_START).ifPresent(it -> it.send(HostFrames.turnStart(step)));
    }

    @Override
    public void textShown(String text) {
        standing.toldOf(ASSISTANT_MESSAGE).ifPresent(it -> it.send(HostFrames.shown(text)));
    }

    @Override
    public void turnEnded(TurnStop stop, Optional<String> error) {
        standing.toldOf(TURN_END)
                .ifPresent(it -> it.send(HostFrames.turnEnd(stop.name().toLowerCase(Locale.ROOT), error)));
    }
}
