package io.tapgateway.link;

import io.tapgateway.link.GatewayFinder.Found;
import io.tapgateway.link.Machine.Change;
import io.tapgateway.link.RemoteGatewayStates.RemoteGatewayState;
import io.tapgateway.link.RemoteGatewayStates.Search;
import io.tapgateway.link.message.HostMessage;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.transport.Backoff;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.Secret;
import io.tapgateway.runtime.SessionAccess;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.SessionListener;
import io.tapgateway.runtime.thread.IdlePool;
import io.tapgateway.user.UserAccess;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The gateway of a home in another process, and the next one when that has died (D-227): what was asked of the former
 * ends, the sessions are opened anew. Thread-safe; what the gateway says comes from the connection's thread.
 */
final class RemoteGateway implements HostGateway {
    private static final Logger LOG = LoggerFactory.getLogger(RemoteGateway.class);

    /** More than the sessions of one host that block at the same time in any sensible use. */
    private static final int CALLBACK_THREADS = 16;

    private static final JsonReader<Secret> TOKEN = JsonReader.text(Secret::of);
    private static final long FIRST_PAUSE_MILLIS = 200;
    private static final long LONGEST_PAUSE_MILLIS = 10_000;

    private final ConnectorSettings settings;
    private final LinkTimers timers;
    private final GatewayFinder finder;
    private final RemoteSessions sessions;
    private final IdlePool threads = IdlePool.ofCallbacks("tap-host-callback", CALLBACK_THREADS);
    private final Executor callbacks;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final Machine<RemoteGatewayState> machine;

    private RemoteGateway(
            ConnectorSettings settings, LinkTimers timers, GatewayFinder finder, RemoteSessions sessions, Found found) {
        this.settings = settings;
        this.timers = timers;
        this.finder = finder;
        this.sessions = sessions;
        this.callbacks = settings.executor().orElse(threads);
        Backoff pauses = Backoff.between(
                FIRST_PAUSE_MILLIS,
                LONGEST_PAUSE_MILLIS,
                () -> ThreadLocalRandom.current().nextDouble());
        this.machine =
                new Machine<>("The gateway of a remote host", RemoteGatewayState.joined(found, pauses, timers.nanos()));
    }

    /**
     * Joins the gateway that runs, or starts one and joins that.
     *
     * @throws LinkFailure if there is no gateway and none could be started, or somebody else listens in its place
     */
    static RemoteGateway joinOrStart(ConnectorSettings settings) throws LinkFailure {
        LinkTimers timers = LinkTimers.named("tap-host-link");
        RemoteSessions sessions = new RemoteSessions();
        GatewayFinder finder = new GatewayFinder(settings, timers, dialler(), sessions);
        Optional<Found> found = Optional.empty();
        try {
            found = Optional.of(finder.find());
        } finally {
            if (found.isEmpty()) {
                timers.close();
            }
        }
        RemoteGateway gateway = new RemoteGateway(settings, timers, finder, sessions, found.get());
        gateway.watch(found.get().link());
        return gateway;
    }

    private static Dialler dialler() {
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .proxy(HttpClient.Builder.NO_PROXY)
                // What comes in is only handed over: that needs no thread of its own.
                .executor(Runnable::run)
                .build();
        return (url, receiver) -> client.newWebSocketBuilder()
                .connectTimeout(LinkRules.GREETING)
                .buildAsync(url, new ClientLinkSocket(receiver));
    }

    @Override
    public Place place() {
        return machine.state().whereabouts().place();
    }

    @Override
    public Optional<URI> providerUrl() {
        return Optional.of(machine.state().whereabouts().providerUrl());
    }

    @Override
    public GatewaySession openSession(SessionInfo info, SessionHost host) {
        return entered(new RemoteSession(info, host, sessions, timers, callbacks));
    }

    @Override
    public SessionAccess attach(SessionId session, SessionListener guest) {
        return entered(new RemoteGuest(session, guest, sessions, timers, callbacks));
    }

    private <T extends RemoteAccess> T entered(T session) {
        // Added before the gateway knows of it, so that nothing it says about the session finds nobody.
        Change<RemoteGatewayState> change = take(it -> {
            add(session, it);
            return it.needed(this::search);
        });
        Optional<GatewayLink> link = change.to().link();
        link.ifPresent(it -> {
            var unused = session.openAt(it);
        });
        session.awaitOpened(link.isPresent() ? LinkRules.QUESTION : LinkRules.QUESTION.plus(settings.patience()));
        return session;
    }

    private void add(RemoteAccess session, RemoteGatewayState state) {
        if (state.isClosed() || !sessions.add(session)) {
            throw new IllegalStateException("cannot " + session.purpose() + " session '" + session.id() + "': the "
                    + (state.isClosed() ? "gateway is gone" : "id is in use by this host"));
        }
    }

    @Override
    public Optional<UserAccess> user(GatewaySession session) {
        return session instanceof RemoteSession remote ? Optional.of(remote.user()) : Optional.empty();
    }

    @Override
    public Secret issueSpawnToken(SessionId session, ProviderName name) {
        Reply reply = link().map(
                        it -> GatewayLink.await(it.request(number -> new HostMessage.Spawn(number, session, name))))
                .orElse(Reply.LOST);
        return reply.read(answer -> JsonObject.of(answer).required("token", TOKEN), none -> {
            throw new IllegalStateException(
                    none.problem() == Reply.Problem.LOST
                            ? "no token for session '" + session + "': the gateway does not answer"
                            : "no session '" + session + "' to issue a token for");
        });
    }

    @Override
    public void revoke(Secret token) {
        link().ifPresent(it -> it.say(new HostMessage.Revoke(token)));
    }

    @Override
    public void onReplaced(Runnable listener) {
        listeners.add(listener);
    }

    @Override
    public CompletionStage<Void> ended() {
        return ended.minimalCompletionStage();
    }

    @Override
    public void close() {
        take(RemoteGatewayState::toClosed);
    }

    private Optional<GatewayLink> link() {
        return machine.state().link();
    }

    private Search search(Backoff pauses) {
        Thread thread = new Thread(() -> find(pauses), "tap-host-search");
        thread.setDaemon(true);
        return new Search() {
            @Override
            public void begin() {
                thread.start();
            }

            @Override
            public void cancel() {
                thread.interrupt();
            }
        };
    }

    private void find(Backoff pauses) {
        String told = "";
        try {
            while (!machine.state().isClosed()) {
                timers.pause(Duration.ofMillis(pauses.nextMillis()));
                try {
                    found(finder.find());
                    return;
                } catch (LinkFailure e) {
                    String why = String.valueOf(e.getMessage());
                    if (!why.equals(told)) {
                        LOG.warn("Still without a gateway: {}", why);
                        told = why;
                    }
                }
            }
        } catch (InterruptedException closed) {
            LOG.trace("The host does not want a gateway any more", closed);
        }
    }

    private void found(Found next) {
        GatewayLink link = next.link();
        if (take(it -> it.found(next, timers.nanos())).isNone()) {
            link.leave();
            return;
        }
        LOG.info("There is a gateway again");
        watch(link);
        CompletableFuture<?>[] opened =
                sessions.all().stream().map(it -> it.openAt(link)).toArray(CompletableFuture<?>[]::new);
        var unused = CompletableFuture.allOf(opened).thenRun(() -> {
            if (!link.isOver()) {
                listeners.forEach(callbacks::execute);
            }
        });
    }

    private void watch(GatewayLink link) {
        var unused = link.over().thenAccept(how -> over(link, how));
    }

    private void over(GatewayLink former, Ending how) {
        Change<RemoteGatewayState> change = take(it -> it.over(former, how, timers.nanos()));
        if (!change.isNone() && !change.to().isClosed()) {
            sessions.all().forEach(it -> it.lost(former));
            if (!sessions.isEmpty()) {
                take(it -> it.needed(this::search));
            }
        }
    }

    private Change<RemoteGatewayState> take(UnaryOperator<RemoteGatewayState> input) {
        Change<RemoteGatewayState> change = machine.take(input);
        if (!change.isNone()) {
            change.to().begin();
            if (change.to().isClosed()) {
                change.from().leave();
                end();
            }
        }
        return change;
    }

    private void end() {
        sessions.all().forEach(RemoteAccess::end);
        timers.close();
        callbacks.execute(() -> ended.complete(null));
        threads.close();
    }
}
