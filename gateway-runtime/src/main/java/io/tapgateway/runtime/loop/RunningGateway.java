package io.tapgateway.runtime.loop;

import com.google.common.util.concurrent.Uninterruptibles;
import io.tapgateway.protocol.codec.Decoded;
import io.tapgateway.protocol.message.ProviderMessage;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.Limit;
import io.tapgateway.protocol.model.Limits;
import io.tapgateway.protocol.model.Offerings;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.CallIds;
import io.tapgateway.runtime.FileResults;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewayClock;
import io.tapgateway.runtime.GatewayEvents;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.GuardView;
import io.tapgateway.runtime.Pairing;
import io.tapgateway.runtime.PairingPolicy;
import io.tapgateway.runtime.PairingTarget;
import io.tapgateway.runtime.Policies;
import io.tapgateway.runtime.ProviderTokens;
import io.tapgateway.runtime.ProviderView;
import io.tapgateway.runtime.Secret;
import io.tapgateway.runtime.SessionAccess;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.SessionListener;
import io.tapgateway.runtime.SessionView;
import io.tapgateway.runtime.core.GatewayCore;
import io.tapgateway.runtime.core.HostInput;
import io.tapgateway.runtime.core.Input;
import io.tapgateway.runtime.core.PeerInput;
import io.tapgateway.runtime.core.kernel.ConnectionId;
import io.tapgateway.runtime.core.kernel.HostNotice;
import io.tapgateway.runtime.file.ProviderFiles;
import io.tapgateway.runtime.thread.IdlePool;
import io.tapgateway.runtime.thread.Mailbox;
import io.tapgateway.runtime.thread.SystemClock;
import io.tapgateway.runtime.transport.Link;
import io.tapgateway.runtime.transport.Outlet;
import io.tapgateway.runtime.transport.Peer;
import io.tapgateway.runtime.transport.ProviderPort;
import io.tapgateway.runtime.transport.Refusal;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;

/** The gateway that embedders hold: turns their calls into inputs of the loop. Thread-safe. */
public final class RunningGateway implements Gateway, ProviderPort, ProviderTokens {
    /** More than the sessions and providers that block at the same time in any sensible use. */
    private static final int CALLBACK_THREADS = 64;

    /** How much waits for them is limited by the core (D-152). */
    private static final int FILE_THREADS = 4;

    private final Limits limits;
    private final Executor executor;
    private final EventBus events;
    private final LoopEffects effects;
    private final GatewayLoop loop;
    private final RunningPairing pairing;
    private final Map<SessionId, RunningSession> sessions = new ConcurrentHashMap<>();
    private final SecureRandom random = new SecureRandom();
    private final AtomicLong connections = new AtomicLong();
    private final CompletableFuture<Void> closed = new CompletableFuture<>();

    private RunningGateway(
            Limits limits,
            Executor executor,
            EventBus events,
            GatewayClock clock,
            Policies policies,
            RunningPairing.Choices pairingChoices,
            Runnable release) {
        this.limits = limits;
        this.executor = executor;
        this.events = events;
        Executor fileReader = policies.files().flatMap(FileResults::reader).orElse(executor);
        RunningFiles files = new RunningFiles(fileReader, this::submit);
        this.effects = new LoopEffects(events, new Mailbox<>(executor, this::consult), files);
        Occupant occupant = new Occupant();
        GatewayCore core =
                new GatewayCore(limits, new SystemEntropy(), clock::wall, clock::nanos, effects, policies, occupant);
        this.loop = new GatewayLoop(core, occupant, clock, effects, () -> {
            events.settle();
            executor.execute(() -> {
                release.run();
                closed.complete(null);
            });
        });
        this.pairing = new RunningPairing(limits, pairingChoices, loop);
    }

    private void submit(Input input) {
        loop.submit(input);
    }

    private void consult(RunningPairing.Request request) {
        pairing.consult(request);
    }

    /** A gateway with these settings; what is left out is made here and ends with the gateway. */
    public static RunningGateway start(
            Limits limits,
            Optional<Executor> executor,
            Optional<GatewayClock> clock,
            Policies policies,
            PairingPolicy pairing,
            PairingTarget pairingTarget) {
        Optional<FileResults> files = policies.files().map(it -> it.below(ProviderFiles.base(it.base())));
        Optional<IdlePool> pool = executor.isPresent()
                ? Optional.empty()
                : Optional.of(IdlePool.ofCallbacks("tap-gateway-callback", CALLBACK_THREADS));
        Optional<SystemClock> system =
                clock.isPresent() ? Optional.empty() : Optional.of(SystemClock.named("tap-gateway-timer"));
        Optional<IdlePool> filePool = files.filter(it -> it.reader().isEmpty())
                .map(it -> IdlePool.ofErrands("tap-gateway-files", FILE_THREADS));
        Executor callbacks = executor.<Executor>map(CallerRuns::new).orElseGet(() -> pool.orElseThrow());
        Optional<GatewayClock> pace = pool.flatMap(own -> system);
        return new RunningGateway(
                limits,
                callbacks,
                new EventBus(callbacks, pace),
                clock.orElseGet(() -> system.orElseThrow()),
                new Policies(policies.hooks(), files.map(it -> settled(it, filePool)), policies.hintsOf()),
                new RunningPairing.Choices(pairing, pairingTarget),
                () -> {
                    system.ifPresent(SystemClock::close);
                    pool.ifPresent(IdlePool::close);
                    filePool.ifPresent(IdlePool::close);
                });
    }

    private static FileResults settled(FileResults wanted, Optional<IdlePool> pool) {
        Optional<Executor> reader =
                wanted.reader().<Executor>map(CallerRuns::new).or(() -> pool);
        return new FileResults(wanted.base(), wanted.mimeTypes(), reader);
    }

    /** From now on it ends when it has had no session for a while (D-226). */
    public void endWithLastSession() {
        loop.ask((core, now) -> {
            core.endWithLastSession(now);
            return true;
        });
    }

    @Override
    public GatewaySession openSession(SessionInfo info, SessionHost host) {
        HostReceiver receiver = new HostReceiver(host, loop::submit);
        HostMailbox mailbox = new HostMailbox(executor, receiver);
        RunningSession session = new RunningSession(
                info,
                CallIds.random(random),
                loop,
                effects,
                executor,
                mailbox,
                receiver,
                limits.get(Limit.INTERCEPTORS_PER_SESSION));
        Optional<Set<String>> pathArguments = host.pathArguments();
        boolean collectsPrompts = host.collectsPrompts();
        boolean opened = loop.ask((core, now) -> {
            boolean added = core.openSession(info, pathArguments, collectsPrompts, now);
            if (added) {
                effects.addHost(info.id(), mailbox);
                sessions.put(info.id(), session);
            }
            return added;
        });
        if (!opened) {
            throw new IllegalStateException(
                    "cannot open session '" + info.id() + "': the id is in use, or the gateway is closed");
        }
        mailbox.ended().minimalCompletionStage().thenRun(() -> sessions.remove(info.id(), session));
        return session;
    }

    @Override
    public SessionAccess attach(SessionId session, SessionListener guest) {
        HostMailbox mailbox = new HostMailbox(executor, new GuestReceiver(guest));
        CallIds ids = CallIds.random(random);
        int most = limits.get(Limit.GUESTS_PER_SESSION);
        return loop.ask((core, now) -> {
            HostNotice first = new HostNotice.ToolsChanged(core.readModel().tools(session));
            effects.addGuest(session, mailbox, first, most);
            SessionInfo info = core.readModel().info(session).orElseThrow();
            return new GuestAccess(info, ids, loop, effects, executor, mailbox);
        });
    }

    @Override
    public Optional<GatewaySession> session(SessionId id) {
        return Optional.ofNullable(sessions.get(id));
    }

    @Override
    public List<SessionView> sessions() {
        return loop.ask((core, now) -> core.readModel().sessions());
    }

    @Override
    public List<ProviderView> providers() {
        return loop.ask((core, now) -> core.readModel().providers());
    }

    @Override
    public List<GuardView> guards(SessionId session) {
        return loop.ask((core, now) -> core.readModel().guards(session, now));
    }

    @Override
    public ProviderTokens tokens() {
        return this;
    }

    @Override
    public Pairing pairing() {
        return pairing;
    }

    @Override
    public GatewayEvents events() {
        return events;
    }

    @Override
    public ProviderPort providerPort() {
        return this;
    }

    @Override
    public CompletionStage<Void> shutdown() {
        loop.submit(new HostInput.GatewayClosing(false));
        return closed.minimalCompletionStage();
    }

    @Override
    public CompletionStage<Void> closed() {
        return closed.minimalCompletionStage();
    }

    @Override
    public void closeNow() {
        loop.submit(new HostInput.GatewayClosing(true));
    }

    @Override
    public void close() {
        CountDownLatch done = new CountDownLatch(1);
        shutdown().whenComplete((nothing, failure) -> done.countDown());
        loop.catchUp();
        Uninterruptibles.awaitUninterruptibly(done);
    }

    @Override
    public Secret issueSpawnToken(SessionId session, ProviderName name) {
        return loop.ask((core, now) -> core.issueSpawnToken(session, name))
                .orElseThrow(() -> new IllegalStateException("no session '" + session + "' to issue a token for"));
    }

    @Override
    public Secret issueDiscoveryToken() {
        return loop.ask(GatewayCore::issueDiscoveryToken);
    }

    @Override
    public void revoke(Secret token) {
        loop.ask((core, now) -> {
            core.revoke(token, now);
            return true;
        });
    }

    @Override
    public Optional<Refusal> refusal(Peer peer) {
        boolean mayPair = !(peer instanceof Peer.Remote remote) || pairing.mayPair(remote.origin());
        return loop.ask((core, now) -> core.refusal(peer, mayPair, now));
    }

    @Override
    public Link open(Peer peer, Outlet outlet) {
        ConnectionId id = new ConnectionId(connections.incrementAndGet());
        Exit exit = new Exit(outlet, () -> loop.giveUp(id));
        loop.submit(() -> effects.addExit(id, exit), new PeerInput.Opened(id, peer));
        return new RunningLink(id);
    }

    @Override
    public Limits limits() {
        return limits;
    }

    private final class RunningLink implements Link {
        private final ConnectionId id;

        private RunningLink(ConnectionId id) {
            this.id = id;
        }

        @Override
        public void received(Decoded<ProviderMessage> message, int bytes) {
            loop.submit(new PeerInput.Received(id, message, bytes));
        }

        @Override
        public void received(List<Arrival> arrivals) {
            loop.submit(inputs(arrivals));
        }

        @Override
        public void received(List<Arrival> arrivals, Runnable delivered) {
            loop.submit(inputs(arrivals), new Delivery(delivered));
        }

        private List<Input> inputs(List<Arrival> arrivals) {
            List<Input> inputs = new ArrayList<>(arrivals.size());
            arrivals.forEach(arrival -> inputs.add(new PeerInput.Received(id, arrival.message(), arrival.bytes())));
            return inputs;
        }

        @Override
        public void offered(Offerings offerings) {
            loop.submit(new PeerInput.Offered(id, offerings));
        }

        @Override
        public void pong() {
            loop.submit(new PeerInput.Ponged(id));
        }

        @Override
        public void closed(CloseCode code) {
            loop.submit(() -> effects.removeExit(id), new PeerInput.Closed(id, code));
        }
    }
}
