package io.tapgateway.runtime.core;

import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.Policies;
import io.tapgateway.runtime.Secret;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.core.call.CallDesk;
import io.tapgateway.runtime.core.call.CheckDesk;
import io.tapgateway.runtime.core.call.SentCalls;
import io.tapgateway.runtime.core.call.TurnDesk;
import io.tapgateway.runtime.core.connection.Complaints;
import io.tapgateway.runtime.core.connection.ConnectionTable;
import io.tapgateway.runtime.core.hook.GateDesk;
import io.tapgateway.runtime.core.identity.PairingDesk;
import io.tapgateway.runtime.core.identity.Tokens;
import io.tapgateway.runtime.core.intercept.InterceptDesk;
import io.tapgateway.runtime.core.kernel.Confinement;
import io.tapgateway.runtime.core.kernel.ConnectionId;
import io.tapgateway.runtime.core.kernel.Effects;
import io.tapgateway.runtime.core.kernel.Entropy;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.kernel.Stopwatch;
import io.tapgateway.runtime.core.kernel.WallClock;
import io.tapgateway.runtime.core.prompt.PromptDesk;
import io.tapgateway.runtime.core.provider.HelloDesk;
import io.tapgateway.runtime.core.provider.ProviderRegistry;
import io.tapgateway.runtime.core.provider.Providers;
import io.tapgateway.runtime.core.provider.UpdateDesk;
import io.tapgateway.runtime.core.rule.ToolUse;
import io.tapgateway.runtime.core.session.HostFeed;
import io.tapgateway.runtime.core.session.Lifecycle;
import io.tapgateway.runtime.core.session.SessionRegistry;
import io.tapgateway.runtime.core.session.Visibility;
import io.tapgateway.runtime.core.state.Session;
import io.tapgateway.runtime.core.stream.InboxDesk;
import io.tapgateway.runtime.core.stream.Injector;
import io.tapgateway.runtime.core.stream.PushDesk;
import io.tapgateway.runtime.core.stream.QueryDesk;
import io.tapgateway.runtime.transport.Peer;
import io.tapgateway.runtime.transport.Refusal;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Everything the protocol promises, decided in one place by one writer: inputs and the time come in, effects go out.
 *
 * <p>A thin dispatcher: it knows which desk an input belongs to and what follows after it. Not thread-safe; the loop
 * (or a simulation) calls it from one thread at a time. It never blocks, waits, or calls user code.
 */
public final class GatewayCore {
    private final Confinement confinement;
    private final Kernel kernel;
    private final SessionRegistry sessions;
    private final Visibility visibility;
    private final Closing closing;
    private final Tokens tokens;
    private final Entrance entrance;
    private final CallDesk calls;
    private final Providers providers;
    private final Shutdowns shutdowns;
    private final PeerDesk peers;
    private final HostDesk hosts;
    private final ReadModel readModel;

    public GatewayCore(
            Limits limits,
            Entropy entropy,
            WallClock wallClock,
            Stopwatch stopwatch,
            Effects effects,
            Policies policies,
            Confinement confinement) {
        this.confinement = confinement;
        kernel = new Kernel(limits, entropy, wallClock, stopwatch, effects, policies);
        ConnectionTable connections = new ConnectionTable(kernel);
        Complaints complaints = new Complaints(kernel, connections);
        Lifecycle lifecycle = new Lifecycle(kernel);
        HostFeed feed = new HostFeed(kernel);
        sessions = new SessionRegistry();
        visibility = new Visibility(kernel, sessions, connections);
        closing = new Closing(kernel, sessions);
        tokens = new Tokens(kernel.entropy());
        entrance = new Entrance(kernel, tokens, connections, complaints, sessions, feed, visibility, closing);
        InboxDesk inboxes = new InboxDesk(kernel, feed);
        Injector injector = new Injector(kernel, feed, lifecycle, inboxes);
        GateDesk gates = new GateDesk(kernel, complaints, feed);
        InterceptDesk intercepts = new InterceptDesk(kernel, feed);
        calls = new CallDesk(kernel, complaints, feed, injector, intercepts, gates);
        TurnDesk turns = new TurnDesk(kernel, intercepts);
        CheckDesk checks = new CheckDesk(kernel, intercepts, gates, calls, turns, feed);
        PromptDesk prompts = new PromptDesk(kernel, complaints, feed);
        providers = new Providers(
                kernel, connections, complaints, sessions, feed, lifecycle, calls, checks, prompts, injector, inboxes);
        ProviderRegistry registry = providers.registry();
        HelloDesk hellos = providers.hellos();
        UpdateDesk updates = providers.updates();
        shutdowns = new Shutdowns(
                kernel, sessions, feed, lifecycle, visibility, calls, checks, prompts, inboxes, providers, entrance);
        hosts = new HostDesk(
                kernel,
                sessions,
                feed,
                lifecycle,
                calls,
                checks,
                turns,
                intercepts,
                prompts,
                injector,
                inboxes,
                updates,
                visibility,
                shutdowns,
                closing);
        SentCalls sent = calls.sent();
        PushDesk pushes = new PushDesk(kernel, feed, injector);
        QueryDesk queries = new QueryDesk(kernel);
        MessageDispatch messages = new MessageDispatch(
                complaints, entrance, hellos, updates, sent, checks, prompts, pushes, queries, shutdowns);
        Reception reception = new Reception(kernel, complaints, connections, sent);
        peers = new PeerDesk(kernel, connections, entrance, registry, hellos, reception, messages, sent);
        readModel = new ReadModel(sessions, connections);
    }

    /** Does what is due, takes one input, and does what follows from it. */
    public void handle(Input input, long now) {
        advanceTo(now);
        input.accept(peers, hosts);
        settle();
    }

    /**
     * Limits the damage of a bug to the input that showed it: its connection ends, or its call fails. For the driver,
     * after {@link #handle} threw.
     */
    public void contain(Input input, long now) {
        at(now, () -> input.giveUp(peers, hosts));
    }

    /** Ends a connection after a failure in this process, however much of it exists. */
    public void giveUp(ConnectionId id, long now) {
        at(now, () -> peers.giveUp(id));
    }

    /** When the core wants a {@link Input.Tick} at the latest; {@code Long.MAX_VALUE} for never. */
    public long nextDeadline() {
        confinement.require();
        return kernel.nextDeadline();
    }

    /**
     * Registers a session; false if its id is in use (D-066) or the gateway is closing.
     *
     * @param pathArguments see {@link io.tapgateway.runtime.SessionHost#pathArguments}
     * @param collectsPrompts see {@link io.tapgateway.runtime.SessionHost#collectsPrompts}
     */
    public boolean openSession(
            SessionInfo info, Optional<Set<String>> pathArguments, boolean collectsPrompts, long now) {
        advanceTo(now);
        Session session = new Session(info, ToolUse.Place.of(pathArguments, info.cwd()), collectsPrompts, kernel);
        if (closing.hasBegun() || !sessions.add(session)) {
            return false;
        }
        providers.sessionBegan(session);
        visibility.changed(session);
        settle();
        if (kernel.effects().isObserved()) {
            kernel.effects()
                    .publish(new GatewayEvent.SessionChanged(info.id(), GatewayEvent.SessionChanged.Phase.OPENED));
        }
        return true;
    }

    /**
     * Whether a peer would be turned away now.
     *
     * @param mayPair whether the embedder would ever let it pair
     */
    public Optional<Refusal> refusal(Peer peer, boolean mayPair, long now) {
        advanceTo(now);
        return entrance.refusal(peer, mayPair);
    }

    /** What the user has to say about pairing. */
    public <T> T pairing(Function<PairingDesk, T> question, long now) {
        advanceTo(now);
        T answer = question.apply(entrance.pairing());
        settle();
        return answer;
    }

    /** A token for one program of a session; empty if there is no such session. */
    public Optional<Secret> issueSpawnToken(SessionId session, ProviderName name) {
        confinement.require();
        return sessions.find(session).map(found -> {
            found.providerNames().keep(name);
            return tokens.issueSpawn(session, name);
        });
    }

    /** A new discovery token; the old one and its connections are done with. */
    public Secret issueDiscoveryToken(long now) {
        at(now, () -> tokens.revokeDiscovery().ifPresent(entrance::showOut));
        return tokens.issueDiscovery();
    }

    /** Takes a token out of use, with its connections (D-041). */
    public void revoke(Secret token, long now) {
        at(now, () -> tokens.revoke(token).ifPresent(entrance::showOut));
    }

    /** From now on the gateway ends when it has had no session for a while (D-226). */
    public void endWithLastSession(long now) {
        at(now, closing::beginWithLastSession);
    }

    /** Snapshots for administration. */
    public ReadModel readModel() {
        confinement.require();
        return readModel;
    }

    /** Whether everything has ended. */
    public boolean isClosed() {
        confinement.require();
        return closing.isOver();
    }

    /** How many timers are set; for tests that nothing is left behind (I-59). */
    public int pendingTimers() {
        confinement.require();
        return kernel.timers().size();
    }

    /** Does something at that time, and what follows from it. */
    private void at(long now, Runnable action) {
        advanceTo(now);
        action.run();
        settle();
    }

    /** Enters the core and lets time pass: what is due happens one after the other, each with what follows from it. */
    private void advanceTo(long now) {
        confinement.require();
        kernel.advanceTo(now);
        if (kernel.fireNext()) {
            do {
                peers.followUp();
            } while (kernel.fireNext());
            settle();
        }
    }

    /** Does what follows from what has just happened, whatever it was. */
    private void settle() {
        peers.followUp();
        shutdowns.sweep();
        peers.followUp();
        // After the follow-up: providers whose session has ended have freed places for other calls.
        calls.sweep();
        visibility.tell();
        if (closing.sweep()) {
            peers.endAll(CloseCode.GOING_AWAY, "the gateway stops");
            peers.followUp();
            providers.tickets().clear();
        }
    }
}
