package io.tapgateway.runtime.core;

import io.tapgateway.protocol.connection.GatewayState;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.GatewayEvent;
import io.tapgateway.runtime.Policies;
import io.tapgateway.runtime.Secret;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.core.call.CallDesk;
import io.tapgateway.runtime.core.connection.Complaints;
import io.tapgateway.runtime.core.connection.ConnectionTable;
import io.tapgateway.runtime.core.hook.GateDesk;
import io.tapgateway.runtime.core.hook.RuleDesk;
import io.tapgateway.runtime.core.identity.PairingDesk;
import io.tapgateway.runtime.core.kernel.ConnectionId;
import io.tapgateway.runtime.core.kernel.Effects;
import io.tapgateway.runtime.core.kernel.Entropy;
import io.tapgateway.runtime.core.kernel.Kernel;
import io.tapgateway.runtime.core.kernel.Stopwatch;
import io.tapgateway.runtime.core.kernel.WallClock;
import io.tapgateway.runtime.core.prompt.PromptDesk;
import io.tapgateway.runtime.core.provider.Engagements;
import io.tapgateway.runtime.core.provider.ProviderRegistry;
import io.tapgateway.runtime.core.provider.Providers;
import io.tapgateway.runtime.core.rule.ToolUse;
import io.tapgateway.runtime.core.session.HostFeed;
import io.tapgateway.runtime.core.session.Lifecycle;
import io.tapgateway.runtime.core.session.SessionDesks;
import io.tapgateway.runtime.core.session.SessionRegistry;
import io.tapgateway.runtime.core.session.Visibility;
import io.tapgateway.runtime.core.state.Connection;
import io.tapgateway.runtime.core.state.Session;
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
 * <p>A thin dispatcher: it knows which desk an input belongs to and what follows after it. Not thread-safe; the loop (or a
 * simulation) calls it from one thread at a time. It never blocks, waits, or calls user code.
 */
public final class GatewayCore {
    private final Kernel kernel;
    private final ConnectionTable connections;
    private final SessionDesks sessions;
    private final Visibility visibility;
    private final Entrance entrance;
    private final Providers providers;
    private final Shutdowns shutdowns;
    private final IdleShutdown idle;
    private final HostDesk hosts;
    private final Reception reception;
    private final MessageDispatch.Desks desks;
    private final ReadModel readModel;
    private final InputDispatch inputs;
    private boolean closing;
    private boolean closed;

    public GatewayCore(
            Limits limits,
            Entropy entropy,
            WallClock wallClock,
            Stopwatch stopwatch,
            Effects effects,
            Policies policies) {
        kernel = new Kernel(limits, entropy, wallClock, stopwatch, effects, policies);
        connections = new ConnectionTable(kernel);
        Complaints complaints = new Complaints(kernel, this::hangUp);
        Lifecycle lifecycle = new Lifecycle(kernel);
        HostFeed feed = new HostFeed(kernel);
        sessions = new SessionDesks(new SessionRegistry(), feed, lifecycle);
        visibility = new Visibility(kernel, sessions.registry(), connections);
        entrance = new Entrance(kernel, connections, complaints, this::hangUp, sessions, visibility);
        Injector injector = new Injector(kernel, feed, lifecycle);
        GateDesk gates = new GateDesk(kernel, complaints, feed);
        CallDesk calls = new CallDesk(kernel, complaints, feed, injector, gates);
        PromptDesk prompts = new PromptDesk(kernel, complaints, feed);
        Engagements engagements = new Engagements(calls, injector, prompts, gates, new RuleDesk(kernel, feed));
        providers = new Providers(kernel, complaints, this::hangUp, sessions, engagements, this::resume);
        shutdowns = new Shutdowns(kernel, sessions, visibility, engagements, providers, entrance);
        idle = new IdleShutdown(kernel, sessions.registry(), this::beginClosing);
        hosts = new HostDesk(kernel, sessions, engagements, shutdowns);
        reception = new Reception(kernel, complaints, this::hangUp, calls);
        PushDesk pushes = new PushDesk(kernel, complaints, feed, injector);
        QueryDesk queries = new QueryDesk(kernel, complaints);
        desks = new MessageDispatch.Desks(complaints, entrance, providers, engagements, pushes, queries, shutdowns);
        inputs = new InputDispatch(this, desks, hosts, connections, sessions.registry(), visibility);
        readModel = new ReadModel(sessions.registry(), connections);
    }

    /** Does what is due, takes one input, and does what follows from it. */
    public void handle(Input input, long now) {
        kernel.advanceTo(now);
        settle();
        input.accept(inputs);
        settle();
    }

    /**
     * Limits the damage of a bug to the input that showed it: its connection ends, or its call fails. For the driver, after
     * {@link #handle} threw.
     */
    public void contain(Input input, long now) {
        if (input instanceof Input.Received received) {
            giveUp(received.connection(), now);
        } else if (input instanceof Input.Opened opened) {
            giveUp(opened.connection(), now);
        } else if (input instanceof Input.PairingDecided decided) {
            giveUp(decided.connection(), now);
        } else if (input instanceof Input.ToolCalled call) {
            hosts.giveUp(call);
        } else if (input instanceof Input.PromptAsked prompt) {
            hosts.giveUp(prompt);
        } else if (input instanceof Input.ToolChecked check) {
            hosts.giveUp(check);
        }
    }

    /** Ends a connection that something went wrong with in this process, as far as it has come. */
    public void giveUp(ConnectionId id, long now) {
        at(now, () -> {
            Connection connection = connections.find(id);
            if (connection != null) {
                hangUp(connection, CloseCode.INTERNAL_ERROR, "internal error");
            } else {
                kernel.effects().close(id, CloseCode.INTERNAL_ERROR, "internal error");
            }
        });
    }

    /** When the core wants a {@link Input.Tick} at the latest; {@code Long.MAX_VALUE} for never. */
    public long nextDeadline() {
        return kernel.nextDeadline();
    }

    /**
     * Registers a session; false if its id is in use (D-066) or the gateway is closing.
     *
     * @param pathArguments see {@link io.tapgateway.runtime.SessionHost#pathArguments}
     */
    public boolean openSession(SessionInfo info, Optional<Set<String>> pathArguments, long now) {
        kernel.advanceTo(now);
        Session session = new Session(info, ToolUse.Place.of(pathArguments, info.cwd()), kernel);
        if (closing || !sessions.registry().add(session)) {
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
        kernel.advanceTo(now);
        return entrance.refusal(peer, mayPair);
    }

    /** What the user has to say about pairing. */
    public <T> T pairing(Function<PairingDesk, T> question, long now) {
        kernel.advanceTo(now);
        T answer = question.apply(entrance.pairing());
        settle();
        return answer;
    }

    /** A token for one program of a session; empty if there is no such session. */
    public Optional<Secret> issueSpawnToken(SessionId session, ProviderName name) {
        return sessions.registry().find(session).map(found -> {
            found.providerNames().keep(name);
            return entrance.tokens().issueSpawn(session, name);
        });
    }

    /** A new discovery token; the old one and its connections are done with. */
    public Secret issueDiscoveryToken(long now) {
        at(now, () -> entrance.tokens().revokeDiscovery().ifPresent(entrance::showOut));
        return entrance.tokens().issueDiscovery();
    }

    /** Takes a token out of use, with its connections (D-041). */
    public void revoke(Secret token, long now) {
        at(now, () -> entrance.tokens().revoke(token).ifPresent(entrance::showOut));
    }

    /** From now on the gateway ends when it has had no session for a while (D-226). */
    public void endWithLastSession(long now) {
        at(now, idle::begin);
    }

    /** Snapshots for administration. */
    public ReadModel readModel() {
        return readModel;
    }

    /** Whether everything has ended. */
    public boolean isClosed() {
        return closed;
    }

    /** How many timers are set; for tests that nothing is left behind (I-59). */
    public int pendingTimers() {
        return kernel.timers().size();
    }

    /** Does something at that time, and what follows from it. */
    private void at(long now, Runnable action) {
        kernel.advanceTo(now);
        action.run();
        settle();
    }

    /** Does what follows from what has just happened, whatever it was. */
    private void settle() {
        shutdowns.sweep();
        // Whose session has ended makes room for others.
        desks.engagements().calls().sweep();
        visibility.tell();
        idle.sweep();
        if (closing && !closed && sessions.registry().isEmpty()) {
            closed = true;
            connections.all().forEach(it -> hangUp(it, CloseCode.GOING_AWAY, "the gateway stops"));
            providers.tickets().clear();
        }
    }

    void beginClosing() {
        closing = true;
        idle.stop();
        entrance.shut();
    }

    /** Ends a connection from this side. */
    private void hangUp(Connection connection, CloseCode code, String reason) {
        if (connections.find(connection.id()) == null) {
            return;
        }
        part(connection, code, ProviderRegistry.Leaving.LOST);
        kernel.effects().close(connection.id(), code, reason);
    }

    void part(Connection connection, CloseCode code, ProviderRegistry.Leaving leaving) {
        connection.transition(GatewayState::toDisconnected);
        entrance.forget(connection);
        connection.registration().ifPresent(it -> providers.registry().unbind(it, leaving));
        providers.hellos().gone(connection);
    }

    void receive(Connection connection, Input.Received input) {
        if (connection.isOver()) {
            return;
        }
        if (connection.state().parks()) {
            if (!connection.park(input.frame(), input.bytes(), kernel.limits())) {
                hangUp(connection, CloseCode.POLICY_VIOLATION, "flooding");
            }
            return;
        }
        reception
                .admit(connection, input.frame(), input.bytes())
                .ifPresent(message -> message.accept(new MessageDispatch(this, desks, connection, message)));
    }

    /** Goes on with what came in while the {@code hello} of this connection was undecided (D-094). */
    private void resume(Connection connection) {
        for (Connection.Parked frame : connection.unpark()) {
            receive(connection, new Input.Received(connection.id(), frame.frame(), frame.bytes()));
        }
    }

    /** {@code goodbye}: an end in good order (D-099). */
    void leave(Connection connection) {
        part(connection, CloseCode.NORMAL, ProviderRegistry.Leaving.FOR_GOOD);
        providers.farewell(connection);
        kernel.effects().close(connection.id(), CloseCode.NORMAL, "goodbye");
    }
}
