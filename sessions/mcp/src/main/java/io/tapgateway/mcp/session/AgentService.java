package io.tapgateway.mcp.session;

import io.tapgateway.mcp.protocol.CallParams;
import io.tapgateway.mcp.protocol.ClientAsk;
import io.tapgateway.mcp.protocol.ClientInfo;
import io.tapgateway.mcp.protocol.ListChange;
import io.tapgateway.mcp.protocol.McpLogLevel;
import io.tapgateway.mcp.protocol.McpRevision;
import io.tapgateway.mcp.protocol.OpenRequest;
import io.tapgateway.mcp.protocol.RpcAnswer;
import io.tapgateway.mcp.protocol.RpcError;
import io.tapgateway.mcp.protocol.ServerConnection;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.AgentWindow;
import io.tapgateway.runtime.GatewayClock;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.InjectedPrompt;
import io.tapgateway.runtime.PromptOccasion;
import io.tapgateway.runtime.RegisteredTool;
import io.tapgateway.runtime.SessionAccess;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.thread.IdlePool;
import io.tapgateway.user.Attachment;
import io.tapgateway.user.Surface;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What an agent gets that has introduced itself. Thread-safe. */
final class AgentService implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AgentService.class);

    /** The search for a gateway, and a few lists and calls that wait for it. */
    private static final int THREADS = 8;

    /** How long an agent waits for a gateway. */
    static final Duration PATIENCE = Duration.ofSeconds(5);

    /** How long an agent may take to say where it works (M-011). */
    static final Duration ROOT = Duration.ofMillis(500);

    private final AgentChannel channel;
    private final Agent agent;

    /** Where the agent says that it works; empty if it does not, or is not asked. */
    private final CompletableFuture<Optional<Path>> root = new CompletableFuture<>();

    private final ToolCatalog catalog;
    private final AgentInbox inbox;
    private final AgentCalls calls;
    private final QuietWatch watch;
    private final RecentLines timeline = new RecentLines();
    private final AgentResources resources;
    private final ResourceWatch followed;
    private final ProviderArrivals arrivals;
    private final LastingSession<? extends SessionAccess> lasting;

    /** The same, where the agent has a session of its own and is no guest. */
    private final Optional<LastingSession<GatewaySession>> own;

    private final GatewayClock clock;
    private final Duration patience;
    private final IdlePool errands = IdlePool.ofErrands("tap-mcp", THREADS);

    /**
     * Who is served. Immutable.
     *
     * @param vague whether the agent's first root says better where it works than the session does
     * @param window by what other parts of the agent find the session; empty if it runs elsewhere
     * @param guestOf the session of somebody else in which it takes part, instead of {@code session}
     */
    record Agent(
            ClientInfo client,
            McpRevision revision,
            SessionInfo session,
            boolean vague,
            Optional<AgentWindow> window,
            Optional<SessionId> guestOf,
            FaceSettings settings) {}

    /** @param patience how long an agent waits for a gateway before it is told that there is nothing (M-012) */
    AgentService(AgentChannel channel, GatewayAccess gateway, Agent agent, GatewayClock clock, Duration patience) {
        this.channel = channel;
        this.inbox = new AgentInbox(channel, clock, this::takePrompts);
        this.catalog = new ToolCatalog(
                ShownNames.forAgent(agent.client().name()),
                agent.revision(),
                agent.settings().lazy(),
                this::isOffered);
        this.agent = agent;
        this.watch = new QuietWatch(clock, channel::isBusy, this::quiet);
        AgentPerson person = new AgentPerson(
                channel,
                agent.revision(),
                surface -> attach(surface, gateway),
                AgentSessionInfo.title(agent.client()),
                agent.settings().approveInAgent());
        this.calls = new AgentCalls(channel, catalog, inbox, person, agent.revision(), clock, watch);
        this.arrivals = new ProviderArrivals(clock);
        if (agent.guestOf().isPresent()) {
            SessionId session = agent.guestOf().get();
            this.own = Optional.empty();
            this.lasting = new LastingSession<>(ended -> join(gateway, session, ended), this::withoutSession, errands);
        } else {
            LastingSession<GatewaySession> opened =
                    new LastingSession<>(ended -> open(gateway, ended), this::withoutSession, errands);
            this.own = Optional.of(opened);
            this.lasting = opened;
        }
        this.resources =
                new AgentResources(channel, calls, inbox, new OwnResources(timeline, own.map(session -> inbox)));
        this.followed = new ResourceWatch(clock, errands, uri -> resources.mark(uri, now()), channel::resourceUpdated);
        this.clock = clock;
        this.patience = patience;
    }

    private GatewaySession open(GatewayAccess gateway, Runnable ended) throws IOException {
        AgentHost host =
                new AgentHost(channel, catalog, inbox, timeline, arrivals, agent.window(), this::followAgain, ended);
        arrivals.begin();
        GatewaySession opened = gateway.open(placed(agent.session()), host);
        arrivals.opened();
        return opened;
    }

    private SessionAccess join(GatewayAccess gateway, SessionId session, Runnable ended) throws IOException {
        AgentGuest guest = new AgentGuest(channel, catalog, timeline, this::followAgain, ended);
        SessionAccess joined = gateway.attach(session, guest);
        arrivals.joined();
        return joined;
    }

    private void withoutSession(String why) {
        LOG.warn("Still without a session: {}", why);
        channel.log(McpLogLevel.WARNING, "gateway", why);
    }

    private CompletionStage<List<InjectedPrompt>> takePrompts(PromptOccasion occasion) {
        return own.flatMap(LastingSession::now)
                .map(session -> session.takePrompts(occasion, Duration.ZERO))
                .orElseGet(() -> CompletableFuture.completedFuture(List.of()));
    }

    /** The person at a session is its host's. */
    private Optional<Attachment> attach(Surface surface, GatewayAccess gateway) {
        return own.flatMap(hosted -> gateway.attach(agent.session().id(), surface));
    }

    private boolean isOffered(OwnTool tool, int tools) {
        return switch (tool) {
            case INBOX -> inbox.isOffered();
            case FIND, CALL ->
                agent.settings().lazy().isTooLong(tools)
                        || LazyTools.isDeaf(agent.client().name());
        };
    }

    private void quiet() {
        own.flatMap(LastingSession::now).ifPresent(GatewaySession::quiet);
    }

    /** Opens the session, in a while. */
    void open() {
        if (agent.vague() && channel.abilities().roots()) {
            var unused = clock.wakeAt(clock.nanos() + ROOT.toNanos(), () -> root.complete(Optional.empty()));
        } else {
            root.complete(Optional.empty());
        }
        lasting.open();
    }

    /** The agent may be asked from now on. */
    void ready() {
        if (!root.isDone()) {
            channel.ask(Optional.empty(), ServerConnection::askForRoots, ROOT)
                    .ifPresentOrElse(
                            it -> it.answer().thenAccept(result -> root.complete(result.flatMap(AgentRoots::first))),
                            () -> root.complete(Optional.empty()));
        }
    }

    /** The session where the agent works, as soon as that is known (M-011). Waits. */
    private SessionInfo placed(SessionInfo session) {
        return root.join()
                .map(it -> AgentSessionInfo.in(it, agent.client(), session))
                .orElse(session);
    }

    /** Does what an agent asks for, and answers. */
    void serve(OpenRequest request, ClientAsk ask) {
        watch.heard();
        ask.meta().retry().ifPresentOrElse(it -> channel.resume(request, it), () -> ask.accept(new Server(request)));
    }

    /** What is done about each thing that an agent asks for. */
    private final class Server implements ClientAsk.Visitor<Boolean> {
        private final OpenRequest request;

        private Server(OpenRequest request) {
            this.request = request;
        }

        @Override
        public Boolean onListTools(ClientAsk.ListTools ask) {
            return whenAllAreHere(session -> list(request, ask.cursor(), session));
        }

        /** At once, if the gateway and the tool are there. */
        @Override
        public Boolean onCallTool(ClientAsk.CallTool ask) {
            Optional<SessionAccess> session = now();
            if (session.filter(it -> arrivals.areAllHere() || isThere(ask.params(), it))
                    .isPresent()) {
                call(request, ask.params(), session.get());
                return true;
            }
            return whenAllAreHere(
                    it -> it.ifPresentOrElse(open -> call(request, ask.params(), open), () -> calls.refuse(request)));
        }

        @Override
        public Boolean onListResources(ClientAsk.ListResources ask) {
            return whenAllAreHere(session -> resources.list(request, ask.cursor(), session));
        }

        @Override
        public Boolean onListTemplates(ClientAsk.ListTemplates ask) {
            return whenAllAreHere(session -> resources.listTemplates(request, ask.cursor(), session));
        }

        @Override
        public Boolean onReadResource(ClientAsk.ReadResource ask) {
            return inSession(session -> resources.read(request, ask, session));
        }

        @Override
        public Boolean onFollow(ClientAsk.Follow ask) {
            return inSession(session -> resources.follow(request, ask, session, followed));
        }

        @Override
        public Boolean onListPrompts(ClientAsk.ListPrompts ask) {
            return whenAllAreHere(session -> resources.listPrompts(request, ask.cursor(), session));
        }

        @Override
        public Boolean onGetPrompt(ClientAsk.GetPrompt ask) {
            return inSession(session -> resources.get(request, ask, session));
        }

        @Override
        public Boolean onComplete(ClientAsk.Complete ask) {
            return inSession(session -> resources.complete(request, ask, session));
        }

        /** At once, but for resources, which only a session has. */
        @Override
        public Boolean onListen(ClientAsk.Listen ask) {
            if (ask.wanted().uris().isEmpty()) {
                return channel.listen(request, ask.wanted());
            }
            whenOpen(
                    request,
                    (session, left) -> session.ifPresentOrElse(
                            it -> resources.listen(request, ask.wanted(), it, followed),
                            () -> channel.listen(request, ask.wanted().following(Set.of()))));
            return true;
        }

        private boolean whenAllAreHere(Consumer<Optional<SessionAccess>> action) {
            whenOpen(request, (session, left) -> {
                if (session.isEmpty() || arrivals.areAllHere()) {
                    action.accept(session);
                } else {
                    var unused =
                            arrivals.within(left).thenRunAsync(guarded(request, () -> action.accept(session)), errands);
                }
            });
            return true;
        }

        private boolean inSession(Consumer<SessionAccess> action) {
            whenOpen(request, (session, left) -> session.ifPresentOrElse(action, () -> calls.refuseUse(request)));
            return true;
        }
    }

    /** What the agent follows may be somebody else's now. */
    private void followAgain() {
        Set<String> uris = followed.followed();
        if (!uris.isEmpty()) {
            errands.execute(() -> now().ifPresent(session -> resources.followAgain(uris, session)));
        }
    }

    /** The session, if there is one now. */
    private Optional<SessionAccess> now() {
        return lasting.now().map(it -> it);
    }

    /** What the agent follows. */
    Set<String> followed() {
        return followed.followed();
    }

    /** Follows what the agent did before its session was opened anew, and does not ask for again. */
    void follow(Set<String> uris) {
        uris.forEach(followed::follow);
    }

    private boolean isThere(CallParams params, SessionAccess session) {
        return ownTool(params).map(OwnTool.INBOX::equals).orElseGet(() -> calls.isThere(params, session));
    }

    /** A guest has no inbox, and the name may be that of a provider's tool. */
    private Optional<OwnTool> ownTool(CallParams params) {
        return OwnTool.of(params.tool()).filter(it -> it != OwnTool.INBOX || own.isPresent());
    }

    private void list(OpenRequest request, Optional<String> cursor, Optional<SessionAccess> session) {
        if (session.isEmpty()) {
            lasting.whenOpen(() -> channel.changed(ListChange.TOOLS));
        }
        List<RegisteredTool> tools = session.map(SessionAccess::tools).orElse(List.of());
        catalog.update(tools);
        channel.answer(request, RpcAnswer.of(catalog.page(tools, cursor)));
    }

    private void call(OpenRequest request, CallParams params, SessionAccess session) {
        Optional<OwnTool> ours = ownTool(params);
        if (ours.isEmpty()) {
            calls.start(request, params, session);
            return;
        }
        switch (ours.get()) {
            case INBOX -> calls.inbox(request, params);
            case FIND -> calls.find(request, params, session);
            case CALL -> calls.callFound(request, params, session);
        }
    }

    /** The agent does not want to know any more. */
    void cancel(OpenRequest request) {
        calls.cancel(channel.abandon(request));
        resources.leave(request, now(), followed);
    }

    /**
     * Waits for the session elsewhere, and not for long.
     *
     * @param action gets the session, if there is one, and what is left of the agent's patience
     */
    private void whenOpen(OpenRequest request, BiConsumer<Optional<SessionAccess>, Duration> action) {
        long deadline = clock.nanos() + patience.toNanos();
        errands.execute(guarded(request, () -> {
            Optional<SessionAccess> session = lasting.within(left(deadline)).map(it -> it);
            action.accept(session, left(deadline));
        }));
    }

    private Duration left(long deadline) {
        return Duration.ofNanos(Math.max(0, deadline - clock.nanos()));
    }

    private Runnable guarded(OpenRequest request, Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException bug) {
                channel.answer(request, internal(bug));
            }
        };
    }

    /** What is answered because of a bug. */
    static RpcAnswer internal(Throwable bug) {
        LOG.error("A request cannot be answered", bug);
        return RpcAnswer.refusing(RpcError.internal());
    }

    /** The agent is gone. */
    @Override
    public void close() {
        root.complete(Optional.empty());
        channel.close();
        inbox.close();
        followed.close();
        lasting.close();
        errands.close();
    }
}
