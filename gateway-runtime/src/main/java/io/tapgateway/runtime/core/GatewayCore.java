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
    private final InputDispatch inputs = new InputDispatch();
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
        kernel.advanceTo(now);
        Connection connection = connections.find(id);
        if (connection != null) {
            hangUp(connection, CloseCode.INTERNAL_ERROR, "internal error");
        } else {
            kernel.effects().close(id, CloseCode.INTERNAL_ERROR, "internal error");
        }
        settle();
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
        kernel.advanceTo(now);
        entrance.tokens().revokeDiscovery().ifPresent(entrance::showOut);
        settle();
        return entrance.tokens().issueDiscovery();
    }

    /** Takes a token out of use, with its connections (D-041). */
    public void revoke(Secret token, long now) {
        kernel.advanceTo(now);
        entrance.tokens().revoke(token).ifPresent(entrance::showOut);
        settle();
    }

    /** From now on the gateway ends when it has had no session for a while (D-226). */
    public void endWithLastSession(long now) {
        kernel.advanceTo(now);
        idle.begin();
        settle();
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

    /** Does what follows from what has just happened, whatever it was. */
    private void settle() {
        desks.engagements().calls().sweep();
        shutdowns.sweep();
        visibility.tell();
        idle.sweep();
        if (closing && !closed && sessions.registry().isEmpty()) {
            closed = true;
            connections.all().forEach(it -> hangUp(it, CloseCode.GOING_AWAY, "the gateway stops"));
            providers.tickets().clear();
        }
    }

    private void beginClosing() {
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

    private void part(Connection connection, CloseCode code, ProviderRegistry.Leaving leaving) {
        connection.transition(connection.state().toDisconnected(code));
        entrance.forget(connection);
        connection.registration().ifPresent(it -> providers.registry().unbind(it, leaving));
        providers.hellos().gone(connection);
    }

    private void receive(Connection connection, Input.Received input) {
        if (connection.isOver()) {
            return;
        }
        if (providers.hellos().isPending(connection)) {
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

    /** Where each input goes. */
    private final class InputDispatch implements Input.Visitor {
        @Override
        public void onOpened(Input.Opened input) {
            entrance.opened(input);
        }

        @Override
        public void onReceived(Input.Received input) {
            Connection connection = connections.find(input.connection());
            if (connection != null) {
                receive(connection, input);
            }
        }

        @Override
        public void onPonged(Input.Ponged input) {
            Connection connection = connections.find(input.connection());
            if (connection != null) {
                entrance.keepalive().pong(connection);
                providers.hellos().alive(connection);
            }
        }

        @Override
        public void onClosed(Input.Closed input) {
            Optional.ofNullable(connections.find(input.connection()))
                    .ifPresent(it -> part(it, input.code(), ProviderRegistry.Leaving.LOST));
        }

        @Override
        public void onPairingDecided(Input.PairingDecided input) {
            entrance.decided(input);
        }

        @Override
        public void onDirectoryPrepared(Input.DirectoryPrepared input) {
            Optional.ofNullable(connections.find(input.connection()))
                    .ifPresent(it -> providers.hellos().prepared(it, input.directory(), input.usable()));
        }

        @Override
        public void onFileRead(Input.FileRead input) {
            desks.engagements().calls().fileRead(input.call(), input.content());
        }

        @Override
        public void onToolCalled(Input.ToolCalled input) {
            hosts.call(input);
        }

        @Override
        public void onToolChecked(Input.ToolChecked input) {
            hosts.check(input);
        }

        @Override
        public void onPromptAsked(Input.PromptAsked input) {
            hosts.assemble(input);
        }

        @Override
        public void onToolNamesReserved(Input.ToolNamesReserved input) {
            sessions.registry().find(input.session()).ifPresent(it -> providers.reserve(it, input.names()));
        }

        @Override
        public void onValidationSet(Input.ValidationSet input) {
            hosts.validate(input);
        }

        @Override
        public void onPublished(Input.Published input) {
            hosts.publish(input);
        }

        @Override
        public void onIdled(Input.Idled input) {
            hosts.idle(input.session());
        }

        @Override
        public void onForegrounded(Input.Foregrounded input) {
            if (sessions.registry().bringToForeground(input.session())) {
                visibility.foregroundChanged();
            }
        }

        @Override
        public void onInterrupted(Input.Interrupted input) {
            hosts.interrupt(input.session());
        }

        @Override
        public void onResumed(Input.Resumed input) {
            hosts.resume(input.session());
        }

        @Override
        public void onSessionClosing(Input.SessionClosing input) {
            hosts.close(input.session());
        }

        @Override
        public void onGatewayClosing(Input.GatewayClosing input) {
            beginClosing();
            hosts.closeAll(input.now());
        }

        @Override
        public void onTick(Input.Tick input) {}
    }
}
