package io.tapgateway.link;

import io.tapgateway.link.Machine.Change;
import io.tapgateway.link.RemoteSessionStates.Attempt;
import io.tapgateway.link.RemoteSessionStates.RemoteSessionState;
import io.tapgateway.link.Reply.Problem;
import io.tapgateway.link.Reply.Unanswered;
import io.tapgateway.link.message.HostMessage;
import io.tapgateway.link.message.HostMessage.Ask.Subject;
import io.tapgateway.link.message.HostMessage.Signal;
import io.tapgateway.link.message.OfferingsJson;
import io.tapgateway.link.message.SessionJson;
import io.tapgateway.link.message.ToolJson;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.model.ToolErrorCode;
import io.tapgateway.runtime.CallHandle;
import io.tapgateway.runtime.CallIds;
import io.tapgateway.runtime.CallOptions;
import io.tapgateway.runtime.CallProgress;
import io.tapgateway.runtime.CheckOptions;
import io.tapgateway.runtime.GatewayClock;
import io.tapgateway.runtime.GatewayClock.Wakeup;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.ProviderOfferings;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionAccess;
import io.tapgateway.runtime.SessionArguments;
import io.tapgateway.runtime.StreamEvent;
import io.tapgateway.runtime.StreamView;
import io.tapgateway.runtime.TimelineEntry;
import io.tapgateway.runtime.ToolOutcome;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A session whose gateway is in another process, as everybody in it can use it. When that gateway is gone, the next one
 * is asked to have the session; in between there are no tools, and every question has the answer that nobody is there
 * (D-227). Thread-safe.
 */
abstract class RemoteAccess implements SessionAccess, RemoteSessionStates.Visitor {
    private static final Logger LOG = LoggerFactory.getLogger(RemoteAccess.class);

    /** Between two attempts to have the session at one gateway. */
    private static final Duration PAUSE = Duration.ofSeconds(1);

    /** What the session is called on the link; what its gateway calls it may be something else (M-011). */
    private volatile SessionId id;

    private final RemoteSessions sessions;
    private final GatewayClock clock;
    private final Executor executor;
    private final Machine<RemoteSessionState> machine =
            new Machine<>("A session of a remote host", RemoteSessionState.away());

    private final CallIds ids = CallIds.random(new SecureRandom());

    /** Calls whose callers want to know of progress. */
    private final Map<CallId, RemoteCall> reporting = new ConcurrentHashMap<>();

    /** What the first gateway that has been asked for the session says. */
    private final CompletableFuture<Reply> first = new CompletableFuture<>();

    /** Ends the last pause between two attempts. */
    private volatile Wakeup pause = () -> {};

    /** @param sessions those of this process; this one leaves them when it has ended */
    RemoteAccess(SessionId id, RemoteSessions sessions, GatewayClock clock, Executor executor) {
        this.id = id;
        this.sessions = sessions;
        this.clock = clock;
        this.executor = executor;
    }

    /** How a gateway is asked to have the session, once. */
    interface Opening {
        HostMessage message(long number);

        /** What the gateway answers, before anybody else hears of it. */
        void answered(JsonValue answer);

        /** The session is there. */
        default void open() {}
    }

    abstract Opening opening();

    /** What cannot be done if no gateway has the session, for people. */
    abstract String purpose();

    /** The session, if this process is its host. */
    Optional<RemoteSession> hosted() {
        return Optional.empty();
    }

    SessionId id() {
        return id;
    }

    /** It is called something else from now on, unless that is taken. */
    boolean rename(SessionId next) {
        boolean free = sessions.rename(this, next);
        if (free) {
            id = next;
        }
        return free;
    }

    /** Where the session is. */
    RemoteSessionState state() {
        return machine.state();
    }

    /** What whoever uses the session is told. */
    abstract SessionNotices<?> notices();

    @Override
    public List<RegisteredTool> tools() {
        return ask(Subject.TOOLS)
                .read(
                        ToolJson::tools,
                        none -> none.problem() == Problem.LOST && !isOver()
                                ? notices().lastTools()
                                : List.of());
    }

    @Override
    public Optional<RegisteredTool> tool(String name) {
        return tools().stream().filter(it -> it.name().value().equals(name)).findFirst();
    }

    @Override
    public CallHandle startCall(String tool, JsonValue args, CallOptions options) {
        SessionArguments.requireObject(args);
        CallOptions named = options.id().isPresent() ? options : options.named(ids.next());
        RemoteCall call = new RemoteCall(named.id().orElseThrow(), executor, this::cancelCall, named.progress());
        RemoteSessionState now = machine.state();
        if (now.isOver()) {
            call.conclude(() -> ToolOutcome.failure(ToolErrorCode.CANCELLED, "the session has ended"));
        } else {
            named.progress().ifPresent(listener -> reporting.put(call.id(), call));
            boolean wanted = named.progress().isPresent();
            var unused = now.request(number -> new HostMessage.Call(number, id, tool, args, named, wanted))
                    .thenAccept(reply -> {
                        reporting.remove(call.id());
                        call.conclude(() -> reply.read(ToolJson::outcome, RemoteAccess::failure));
                    });
        }
        return call;
    }

    @Override
    public void cancelCall(CallId call) {
        machine.state().say(new HostMessage.Cancel(id, call));
    }

    /** A provider reports on a call. */
    void progressed(CallId call, CallProgress progress) {
        Optional.ofNullable(reporting.get(call)).ifPresent(it -> it.report(progress));
    }

    private static ToolOutcome failure(Unanswered call) {
        return switch (call.problem()) {
            case REFUSED -> ToolOutcome.failure(ToolErrorCode.CANCELLED, "the session has ended");
            case TOO_LARGE ->
                ToolOutcome.failure(
                        ToolErrorCode.PAYLOAD_TOO_LARGE, "the arguments are too large to be sent to the gateway");
            case LOST -> ToolOutcome.failure(ToolErrorCode.DISCONNECTED, "the gateway is gone");
        };
    }

    @Override
    public CompletionStage<HookDecision> preToolUse(String tool, JsonValue args, CheckOptions options) {
        SessionArguments.requireObject(args);
        return answer(
                machine.state().request(number -> new HostMessage.Check(number, id, tool, args, options)),
                ToolJson::decision,
                none -> new HookDecision.Deny(denial(none), Optional.empty()));
    }

    private static String denial(Unanswered check) {
        return switch (check.problem()) {
            case REFUSED -> "The session has ended.";
            case TOO_LARGE -> "The arguments are too large to be checked.";
            case LOST -> "The gateway is gone, so nobody can say whether this is allowed.";
        };
    }

    @Override
    public List<ProviderOfferings> offerings() {
        return ask(Subject.OFFERINGS).read(OfferingsJson::read, none -> List.of());
    }

    @Override
    public List<StreamView> streams() {
        return ask(Subject.STREAMS).read(SessionJson::streams, none -> List.of());
    }

    @Override
    public List<StreamEvent> stream(String name, int last) {
        SessionArguments.requireSome(last);
        return GatewayLink.await(machine.state().request(number -> new HostMessage.Stream(number, id, name, last)))
                .read(SessionJson::events, none -> List.of());
    }

    @Override
    public CompletionStage<Void> close() {
        take(RemoteSessionState::closing);
        return notices().ended();
    }

    /**
     * Opens the session at a gateway, for the first time or again after the former one is gone.
     *
     * @return completes when the session is open there, or will not be
     */
    CompletableFuture<Void> openAt(GatewayLink gateway) {
        Attempt attempt = Attempt.at(gateway);
        // A gateway that is over may have a successor already, at which the session is.
        take(it -> gateway.isOver() ? it : it.found(attempt, clock.nanos()));
        if (machine.state().attempt().filter(attempt::equals).isEmpty()) {
            attempt.done().complete(null);
        }
        return attempt.done();
    }

    /**
     * Waits until the session has been opened for the first time.
     *
     * @throws IllegalStateException if that does not happen; the message is a sentence for people
     */
    void awaitOpened(Duration patience) {
        Optional<String> problem = GatewayLink.await(first, patience).read(answer -> Optional.empty(), this::problem);
        if (problem.isPresent() && take(RemoteSessionState::abandoned).to().isOver()) {
            throw new IllegalStateException(problem.get());
        }
    }

    private Optional<String> problem(Unanswered opening) {
        return Optional.of(
                opening.problem() == Problem.REFUSED
                        ? opening.reason()
                        : "cannot " + purpose() + " session '" + id + "': the gateway does not answer");
    }

    /** The gateway is gone, and everything that it had with it. */
    void lost(GatewayLink former) {
        take(it -> it.lost(former));
    }

    /** The session has ended. */
    void end() {
        take(RemoteSessionState::ended);
    }

    @Override
    public void onOpening(Attempt attempt) {
        Opening opening = opening();
        var unused = attempt.gateway()
                .request(opening::message)
                .thenAccept(reply ->
                        reply.read(answer -> opened(attempt, opening, reply, answer), none -> unopened(attempt, none)));
    }

    private Change<RemoteSessionState> opened(Attempt attempt, Opening opening, Reply reply, JsonValue answer) {
        opening.answered(answer);
        Change<RemoteSessionState> change = take(it -> it.answered(attempt));
        if (change.isNone()) {
            // It has ended meanwhile.
            attempt.gateway().say(new Signal(id, Signal.Kind.CLOSE));
            return change;
        }
        if (!first.complete(reply)) {
            note(TimelineEntry.Level.INFO, "There is a new gateway; providers have to connect to it.");
        }
        opening.open();
        return change;
    }

    private Change<RemoteSessionState> unopened(Attempt attempt, Unanswered reply) {
        if (reply.problem() == Problem.LOST) {
            return take(it -> it.lost(attempt.gateway()));
        }
        LOG.debug("The gateway does not have session '{}': {}", id, reply.reason());
        boolean again = first.isDone();
        Change<RemoteSessionState> change = take(it -> it.refused(attempt, reply, clock.nanos()));
        if (again && !change.isNone() && change.to().isOver()) {
            LOG.warn("The gateway does not have session '{}' again; it ends", id);
        }
        return change;
    }

    @Override
    public void onPausing(Attempt attempt) {
        pause = clock.wakeAt(clock.nanos() + PAUSE.toNanos(), () -> take(it -> it.pauseOver(attempt)));
    }

    @Override
    public void onClosing(GatewayLink gateway) {
        gateway.say(new Signal(id, Signal.Kind.CLOSE));
    }

    @Override
    public void onAway() {
        notices().toolsChanged(List.of());
        note(TimelineEntry.Level.WARNING, "The gateway is gone, and all tools with it; looking for another one.");
    }

    @Override
    public void onClosed(Reply reason) {
        sessions.remove(this);
        if (!first.complete(reason)) {
            notices().end();
        }
    }

    private Change<RemoteSessionState> take(UnaryOperator<RemoteSessionState> input) {
        Change<RemoteSessionState> change = machine.take(input);
        if (!change.isNone()) {
            pause.cancel();
            change.to().accept(this);
        }
        if (!change.to().attempt().equals(change.from().attempt())) {
            change.from().attempt().ifPresent(it -> it.done().complete(null));
        }
        return change;
    }

    boolean isOver() {
        return machine.state().isOver();
    }

    private void note(TimelineEntry.Level level, String text) {
        notices().logged(new TimelineEntry(clock.wall(), level, "gateway", text));
    }

    Reply ask(Subject subject) {
        return GatewayLink.await(machine.state().request(number -> new HostMessage.Ask(number, id, subject)));
    }

    <T> CompletionStage<T> answer(
            CompletableFuture<Reply> request, Function<JsonValue, T> reader, Function<Unanswered, T> otherwise) {
        return request.thenApplyAsync(reply -> reply.read(reader, otherwise), executor)
                .minimalCompletionStage();
    }
}
