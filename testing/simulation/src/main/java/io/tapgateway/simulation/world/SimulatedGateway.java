package io.tapgateway.simulation.world;

import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.connection.GatewayState;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.model.CallId;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.CallOptions;
import io.tapgateway.runtime.CallProgress;
import io.tapgateway.runtime.CheckOptions;
import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.HookDecision;
import io.tapgateway.runtime.PairingPolicy;
import io.tapgateway.runtime.PairingTarget;
import io.tapgateway.runtime.Policies;
import io.tapgateway.runtime.PromptAssembly;
import io.tapgateway.runtime.PromptSections;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.Secret;
import io.tapgateway.runtime.SessionHostEvent;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.ToolOutcome;
import io.tapgateway.runtime.core.GatewayCore;
import io.tapgateway.runtime.core.HostInput;
import io.tapgateway.runtime.core.Input;
import io.tapgateway.runtime.core.PeerInput;
import io.tapgateway.runtime.core.kernel.Confinement;
import io.tapgateway.runtime.core.kernel.ConnectionId;
import io.tapgateway.runtime.core.kernel.Effects;
import io.tapgateway.runtime.core.kernel.FileRequest;
import io.tapgateway.runtime.core.kernel.HostNotice;
import io.tapgateway.runtime.core.kernel.InterceptorAddress;
import io.tapgateway.runtime.core.kernel.InterceptorNotice;
import io.tapgateway.runtime.core.kernel.Receipt;
import io.tapgateway.runtime.transport.InboundClass;
import io.tapgateway.runtime.transport.Peer;
import io.tapgateway.simulation.invariant.InvariantViolation;
import io.tapgateway.simulation.trace.Calls;
import io.tapgateway.simulation.trace.Cause;
import io.tapgateway.simulation.trace.Consequence;
import io.tapgateway.simulation.trace.Snapshot;
import io.tapgateway.simulation.trace.Step;
import io.tapgateway.simulation.trace.Uses;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The real core, perhaps broken on purpose, with every step examined. Confined to one simulation.
 *
 * <p>What is due by the clock alone is always a step of its own, so that what follows from an input can be told from
 * what would have happened anyway.
 */
public final class SimulatedGateway {
    /** How the core finds its way back to what a host asked for. */
    private interface Asked<T> extends Receipt<T> {
        Consequence answered(T answer);
    }

    /** Among so many calls a host chooses one to cancel. */
    private static final int LAST_CALLS = 3;

    private record Call(int number) implements Asked<ToolOutcome> {
        @Override
        public Consequence answered(ToolOutcome outcome) {
            return new Consequence.HostDone(number, outcome);
        }
    }

    private record Question(int number) implements Asked<HookDecision> {
        @Override
        public Consequence answered(HookDecision decision) {
            return new Consequence.Decided(number, decision);
        }
    }

    private record Draft(int number) implements Asked<PromptAssembly> {
        @Override
        public Consequence answered(PromptAssembly assembly) {
            return new Consequence.Assembled(number, assembly);
        }
    }

    private final Scheduler scheduler;
    private final InvariantChecker checker;
    private final Mutation mutation;
    private final Limits limits;
    private final GatewayCore core;
    private final SimulatedUser user;
    private final PairingTarget pairingTarget;
    private final Map<Long, SimulatedLink> links = new HashMap<>();
    private final Set<Long> undecided = new HashSet<>();
    private List<Consequence> consequences = new ArrayList<>();
    private Snapshot before = Snapshot.EMPTY;
    private Instant wall = Instant.parse("2026-01-01T00:00:00Z");
    private long connected;
    private int called;
    private int checked;
    private int prompts;

    /** Who waits for a prompt, by its number. */
    private final Map<Integer, SessionId> prompting = new HashMap<>();

    private boolean observed;

    public SimulatedGateway(
            Scheduler scheduler, InvariantChecker checker, Mutation mutation, Limits limits, RandomSource random) {
        this.scheduler = scheduler;
        this.checker = checker;
        this.mutation = mutation;
        this.limits = limits;
        this.observed = random.fork("observed").chance(0.5);
        this.core = new GatewayCore(
                mutation.limits(limits),
                random.fork("entropy").entropy(),
                () -> wall.plusNanos(scheduler.now()),
                scheduler::now,
                mutation.effects(new World()),
                Policies.STANDARD,
                Confinement.NONE);
        PairingTarget oldest =
                active -> active.stream().findFirst().map(it -> it.info().id());
        this.pairingTarget = random.fork("pairing").chance(0.4) ? PairingTarget.foreground() : oldest;
        this.user = new SimulatedUser(scheduler, core, this::step, this::input, random.fork("user"));
    }

    /** Who sits in front of the sessions. */
    public SimulatedUser user() {
        return user;
    }

    /** The limits that were agreed. */
    Limits limits() {
        return limits;
    }

    /** When the gateway has to be woken. */
    public long nextDeadline() {
        return core.nextDeadline();
    }

    /** Does what is due by the clock. */
    public void tick() {
        perform(new Cause.Ticked(), () -> input(new Input.Tick()));
    }

    /** Sets the time of day. */
    public void jumpWall(Duration by) {
        wall = wall.plus(by);
    }

    /** Connects a link, unless its peer is turned away. */
    public boolean connect(SimulatedLink link, Peer peer) {
        catchUp();
        return core.refusal(peer, true, scheduler.now()).isEmpty() && rushIn(link, peer);
    }

    /** Connects a link whose peer was let in a moment ago, when there still was room. */
    public boolean rushIn(SimulatedLink link, Peer peer) {
        long id = ++connected;
        links.put(id, link);
        link.opened(id);
        step(new Cause.Opened(id, peer), () -> input(new PeerInput.Opened(new ConnectionId(id), peer)));
        return true;
    }

    void arrived(long connection, String text, Decoded<ProviderMessage> frame, int bytes) {
        step(
                new Cause.Arrived(connection, text, frame, bytes),
                () -> input(new PeerInput.Received(new ConnectionId(connection), frame, bytes)));
    }

    void ponged(long connection) {
        step(new Cause.Ponged(connection), () -> input(new PeerInput.Ponged(new ConnectionId(connection))));
    }

    void hungUp(long connection, CloseCode code) {
        step(new Cause.Hungup(connection, code), () -> input(new PeerInput.Closed(new ConnectionId(connection), code)));
        links.remove(connection);
    }

    /** A host opens a session. */
    public void openSession(SessionInfo info) {
        step(new Cause.SessionOpened(info), () -> core.openSession(info, Optional.empty(), false, scheduler.now()));
    }

    /** A host calls a tool, perhaps of a certain instance. */
    public void call(SessionId session, String tool, Optional<String> target) {
        int number = ++called;
        Map<String, JsonValue> args = new LinkedHashMap<>();
        args.put(Calls.REFERENCE, JsonValue.of(number));
        target.ifPresent(instance -> args.put("target", JsonValue.of(instance)));
        step(
                new Cause.Invoked(number, session, tool, target),
                () -> input(new HostInput.ToolCalled(
                        session, id(number), tool, JsonValue.object(args), CallOptions.NONE, new Call(number))));
    }

    private static CallId id(int number) {
        return new CallId(String.format(Locale.ROOT, "call-%032x", number));
    }

    /** A host cancels one of the calls that were made last, whoever made it. */
    public void cancelOne(SessionId session, RandomSource choice) {
        if (called > 0) {
            int number = choice.between(Math.max(1, called - LAST_CALLS), called);
            wish(new Cause.CallCancelled(session, number), new HostInput.CallCancelled(session, id(number)));
        }
    }

    /** A host asks whether it may use a tool of its own. */
    public void check(SessionId session, String tool, String text) {
        int number = ++checked;
        Map<String, JsonValue> members = new LinkedHashMap<>();
        members.put(Uses.REFERENCE, JsonValue.of(number));
        members.put("text", JsonValue.of(text));
        JsonValue args = JsonValue.object(members);
        step(
                new Cause.Checked(number, session, tool, args),
                () -> input(new HostInput.ToolChecked(session, tool, args, CheckOptions.NONE, new Question(number))));
    }

    /** A host has a prompt assembled, unless it waits for one already. */
    public void prompt(SessionId session, Map<String, String> sections) {
        if (!prompting.containsValue(session)) {
            int number = ++prompts;
            prompting.put(number, session);
            step(
                    new Cause.PromptAsked(number, session, sections),
                    () -> input(new HostInput.PromptAsked(
                            session, PromptSections.of(sections), Optional.empty(), new Draft(number))));
        }
    }

    /** A host wants something of its session. */
    public void wish(Cause wish, Input input) {
        step(wish, () -> input(input));
    }

    /** A host publishes an event. */
    public void publish(SessionId session, SessionHostEvent event) {
        step(new Cause.Published(session, event.name()), () -> input(new HostInput.Published(session, event)));
    }

    /** A host ends its session. */
    public void closeSession(SessionId session) {
        step(new Cause.SessionClosing(session), () -> input(new HostInput.SessionClosing(session)));
    }

    /** The embedder ends everything. */
    public void close(boolean now) {
        step(new Cause.GatewayClosing(now), () -> input(new HostInput.GatewayClosing(now)));
    }

    /** A token for one program of a session; empty if there is no such session. */
    public Optional<String> spawnToken(SessionId session, String name) {
        Optional<String> token =
                core.issueSpawnToken(session, new ProviderName(name)).map(Secret::reveal);
        token.ifPresent(it -> step(new Cause.TokenIssued(it, Optional.of(session), Optional.of(name)), () -> {}));
        return token;
    }

    /** The token for all programs. */
    public String discoveryToken() {
        String token = core.issueDiscoveryToken(scheduler.now()).reveal();
        step(new Cause.TokenIssued(token, Optional.empty(), Optional.empty()), () -> {});
        return token;
    }

    /** Takes a token out of use. */
    public void revoke(String owner, String token) {
        step(new Cause.Revoked(owner, token), () -> core.revoke(Secret.of(token), scheduler.now()));
    }

    /** The tools that a host could call. */
    public List<RegisteredTool> tools(SessionId session) {
        return core.readModel().tools(session);
    }

    /** Whether a session of that id could be opened. */
    public boolean hasNoSession(SessionId session) {
        return before.session(session).isEmpty();
    }

    /** Nothing is planned any more, by nobody: the end is examined. */
    public void quiet() {
        checker.quiet(
                Step.of(checker.steps(), scheduler.now(), new Cause.Ticked(), List.of(), before, before),
                core.pendingTimers());
    }

    private void decideOnPairing(ConnectionId connection, Optional<String> origin) {
        PairingPolicy.Mode mode = PairingPolicy.standard().modeFor(origin);
        Optional<SessionId> target = pairingTarget.choose(core.readModel().sessions());
        step(
                new Cause.PairingDecided(connection.value(), mode, target),
                () -> input(new PeerInput.PairingDecided(connection, mode, target)));
    }

    private void input(Input input) {
        mutation.input(input, it -> core.handle(it, scheduler.now()));
    }

    private void step(Cause cause, Runnable act) {
        catchUp();
        perform(cause, act);
    }

    /** What is due by the clock comes first. */
    private void catchUp() {
        while (core.nextDeadline() <= scheduler.now()) {
            tick();
        }
    }

    private void perform(Cause cause, Runnable act) {
        consequences = new ArrayList<>();
        checker.begin(cause, scheduler.now());
        act.run();
        Snapshot after = Snapshot.of(core.readModel(), undecided, before);
        Step step = Step.of(checker.steps(), scheduler.now(), cause, consequences, before, after);
        before = after;
        checker.end(step);
        step.consequences().forEach(this::deliver);
    }

    private void deliver(Consequence consequence) {
        if (consequence instanceof Consequence.Sent sent) {
            link(sent.connection()).ifPresent(link -> link.fromGateway(sent.message()));
        } else if (consequence instanceof Consequence.Closed closed) {
            link(closed.connection()).ifPresent(link -> link.closedByGateway(closed.code()));
        } else if (consequence instanceof Consequence.Pinged pinged) {
            link(pinged.connection()).ifPresent(SimulatedLink::pinged);
        } else if (consequence instanceof Consequence.Noticed noticed
                && noticed.notice() instanceof HostNotice.Log log) {
            user.read(log);
        } else if (consequence instanceof Consequence.Noticed noticed
                && noticed.notice() instanceof HostNotice.Approve asked) {
            user.think(asked.question());
        }
    }

    private Optional<SimulatedLink> link(long connection) {
        return Optional.ofNullable(links.get(connection));
    }

    /** Where the core's effects go. */
    private final class World implements Effects {
        @Override
        public void send(ConnectionId connection, GatewayMessage message) {
            note(Consequence.Sent.of(connection.value(), message));
        }

        @Override
        public void ping(ConnectionId connection) {
            note(new Consequence.Pinged(connection.value()));
        }

        @Override
        public void admit(ConnectionId connection, InboundClass inbound) {
            link(connection.value()).ifPresent(link -> link.admit(inbound));
        }

        @Override
        public void stateChanged(ConnectionId connection, GatewayState from, GatewayState to) {
            if (to.parks()) {
                undecided.add(connection.value());
            } else {
                undecided.remove(connection.value());
            }
        }

        @Override
        public void close(ConnectionId connection, CloseCode code, String reason) {
            note(new Consequence.Closed(connection.value(), code, reason));
        }

        @Override
        public void consultOnPairing(ConnectionId connection, Optional<String> origin) {
            note(new Consequence.Consulted(connection.value()));
            scheduler.after(0, () -> decideOnPairing(connection, origin));
        }

        /** There are no files in here. */
        @Override
        public void prepareDirectory(ConnectionId connection, Path directory) {
            throw new IllegalStateException("prepareDirectory: no provider has a directory");
        }

        @Override
        public void readFile(FileRequest request) {
            throw new IllegalStateException("readFile: no provider has a directory");
        }

        @Override
        public <T> void complete(Receipt<T> receipt, T answer) {
            if (receipt instanceof Draft draft) {
                prompting.remove(draft.number());
            }
            note(((Asked<T>) receipt).answered(answer));
        }

        @Override
        public void report(Receipt<ToolOutcome> call, CallProgress progress) {}

        @Override
        public void notifyHost(SessionId session, HostNotice notice) {
            note(new Consequence.Noticed(session, notice));
        }

        /** Nobody registers any yet. */
        @Override
        public void notifyInterceptor(InterceptorAddress interceptor, InterceptorNotice notice) {
            throw new IllegalStateException("notifyInterceptor: there is none");
        }

        @Override
        public void fault(String what, Throwable bug) {
            // What an invariant throws from in here must not be taken for a fault of the core.
            if (bug instanceof InvariantViolation violation) {
                throw violation;
            }
            throw new IllegalStateException(what, bug);
        }

        @Override
        public boolean isObserved() {
            return observed;
        }

        @Override
        public void publish(GatewayEvent event) {
            note(new Consequence.Announced(event));
        }

        private void note(Consequence consequence) {
            consequences.add(consequence);
            checker.enter(consequence);
        }
    }
}
