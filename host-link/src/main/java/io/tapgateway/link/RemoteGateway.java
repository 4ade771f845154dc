package io.tapgateway.link;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.link.Attachment.Ending;
import io.tapgateway.link.message.HostMessage;
import io.tapgateway.protocol.json.JsonObject;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.transport.Backoff;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.Secret;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.runtime.thread.IdlePool;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The gateway of a home in another process, and the next one when that has died (D-227): what was asked of the former ends, the
 * sessions are opened anew. Thread-safe; what it is told comes from the connection's thread.
 */
final class RemoteGateway implements HostGateway {
    private static final Logger LOG = LoggerFactory.getLogger(RemoteGateway.class);

    /** A gateway that was there for so long did not die of what its hosts asked of it. */
    private static final Duration LASTING = Duration.ofSeconds(10);

    /** More than the sessions of one host that block at the same time in any sensible use. */
    private static final int CALLBACK_THREADS = 16;

    private static final JsonReader<Secret> TOKEN = JsonReader.text(Secret::of);
    private static final long FIRST_PAUSE_MILLIS = 200;
    private static final long LONGEST_PAUSE_MILLIS = 10_000;

    private final ConnectorSettings settings;
    private final LinkTimers timers = LinkTimers.named("tap-host-link");
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .proxy(HttpClient.Builder.NO_PROXY)
            // What comes in is only handed over: that needs no thread of its own.
            .executor(Runnable::run)
            .build();
    private final IdlePool threads = IdlePool.ofCallbacks("tap-host-callback", CALLBACK_THREADS);
    private final Executor callbacks;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Backoff backoff = Backoff.between(
            FIRST_PAUSE_MILLIS,
            LONGEST_PAUSE_MILLIS,
            () -> ThreadLocalRandom.current().nextDouble());

    @GuardedBy("lock")
    private final Map<SessionId, RemoteSession> sessions = new HashMap<>();

    @GuardedBy("lock")
    private Optional<Attachment> current = Optional.empty();

    @GuardedBy("lock")
    private Optional<Thread> search = Optional.empty();

    @GuardedBy("lock")
    private long since;

    @GuardedBy("lock")
    private boolean over;

    private volatile Place place = Place.JOINED;
    private volatile Optional<URI> providerUrl = Optional.empty();

    private RemoteGateway(ConnectorSettings settings) {
        this.settings = settings;
        this.callbacks = settings.executor().orElse(threads);
    }

    /**
     * Joins the gateway that runs, or starts one and joins that.
     *
     * @throws LinkFailure if there is no gateway and none could be started, or somebody else listens in its place
     */
    static RemoteGateway joinOrStart(ConnectorSettings settings) throws LinkFailure {
        RemoteGateway gateway = new RemoteGateway(settings);
        boolean found = false;
        try {
            gateway.adopt(GatewayFinder.find(settings, gateway), false);
            found = true;
            return gateway;
        } finally {
            if (!found) {
                gateway.finish();
            }
        }
    }

    LinkTimers timers() {
        return timers;
    }

    HttpClient client() {
        return client;
    }

    @Override
    public Place place() {
        return place;
    }

    @Override
    public Optional<URI> providerUrl() {
        return providerUrl;
    }

    @Override
    public GatewaySession openSession(SessionInfo info, SessionHost host) {
        RemoteSession session = new RemoteSession(info, host, this, callbacks);
        Optional<Attachment> gateway;
        lock.lock();
        try {
            if (over || sessions.containsKey(info.id())) {
                throw new IllegalStateException("cannot open session '" + info.id() + "': the "
                        + (over ? "gateway is gone" : "id is in use by this host"));
            }
            // Before the gateway knows of it, so that nothing it says about the session finds nobody; and with the
            // gateway,
            // so that the session is opened there once.
            sessions.put(info.id(), session);
            gateway = current;
        } finally {
            lock.unlock();
        }
        Duration patience = LinkRules.QUESTION;
        if (gateway.isPresent()) {
            var unused = session.openAt(gateway.get());
        } else {
            patience = patience.plus(settings.patience());
            search();
        }
        Reply reply = session.awaitOpened(patience);
        if (reply instanceof Reply.Answered) {
            return session;
        }
        forget(session);
        if (reply instanceof Reply.Refused refused) {
            throw new IllegalStateException(refused.reason());
        }
        throw new IllegalStateException("cannot open session '" + info.id() + "': the gateway does not answer");
    }

    @Override
    public Secret issueSpawnToken(SessionId session, ProviderName name) {
        Reply reply = Attachment.await(current()
                .map(it -> it.request(number -> new HostMessage.Spawn(number, session, name)))
                .orElseGet(() -> CompletableFuture.completedFuture(new Reply.Lost())));
        return reply.read(answer -> JsonObject.of(answer).optional("token", TOKEN), Optional.<Secret>empty())
                .orElseThrow(() -> new IllegalStateException(
                        reply instanceof Reply.Lost
                                ? "no token for session '" + session + "': the gateway does not answer"
                                : "no session '" + session + "' to issue a token for"));
    }

    @Override
    public void revoke(Secret token) {
        current().ifPresent(it -> it.say(new HostMessage.Revoke(token)));
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
        current().ifPresent(Attachment::leave);
        finish();
    }

    /** The gateway at which the host is now, if it is at one. */
    Optional<Attachment> current() {
        lock.lock();
        try {
            return current;
        } finally {
            lock.unlock();
        }
    }

    Optional<RemoteSession> session(SessionId id) {
        lock.lock();
        try {
            return Optional.ofNullable(sessions.get(id));
        } finally {
            lock.unlock();
        }
    }

    /** Whether the session has not ended. */
    boolean has(RemoteSession session) {
        return session(session.id()).filter(session::equals).isPresent();
    }

    /** A session has ended. */
    void drop(RemoteSession session) {
        if (forget(session)) {
            session.ended();
        }
    }

    /** The user looks at that session, and at no other of this host. */
    void inFront(RemoteSession session) {
        for (RemoteSession each : sessions()) {
            each.inFront(each.equals(session));
        }
    }

    private List<RemoteSession> sessions() {
        lock.lock();
        try {
            return List.copyOf(sessions.values());
        } finally {
            lock.unlock();
        }
    }

    private boolean forget(RemoteSession session) {
        lock.lock();
        try {
            return sessions.remove(session.id(), session);
        } finally {
            lock.unlock();
        }
    }

    private void adopt(GatewayFinder.Found found, boolean again) {
        Attachment gateway = found.attachment();
        List<RemoteSession> waiting;
        boolean late;
        lock.lock();
        try {
            search = Optional.empty();
            late = over;
            waiting = List.copyOf(sessions.values());
            if (!late) {
                current = Optional.of(gateway);
                since = timers.nanos();
                place = found.place();
                providerUrl = Optional.of(gateway.providerUrl());
            }
        } finally {
            lock.unlock();
        }
        if (late) {
            gateway.leave();
            return;
        }
        CompletableFuture<?>[] opened =
                waiting.stream().map(it -> it.openAt(gateway)).toArray(CompletableFuture<?>[]::new);
        if (again) {
            LOG.info("There is a gateway again");
            var unused = CompletableFuture.allOf(opened).thenRun(() -> tellReplaced(gateway));
        }
        var unused = gateway.ended().thenAccept(ending -> left(gateway, ending));
    }

    private void tellReplaced(Attachment gateway) {
        if (!gateway.isOver()) {
            listeners.forEach(callbacks::execute);
        }
    }

    /** A gateway that stopped was told to; one that died has a successor. */
    private void left(Attachment former, Ending ending) {
        lock.lock();
        try {
            if (over || current.filter(former::equals).isEmpty()) {
                return;
            }
            current = Optional.empty();
            if (timers.nanos() - since >= LASTING.toNanos()) {
                backoff.reset();
            }
        } finally {
            lock.unlock();
        }
        if (ending != Ending.LOST) {
            finish();
            return;
        }
        sessions().forEach(RemoteSession::lost);
        if (!sessions().isEmpty()) {
            search();
        }
    }

    /** Looks for a gateway, unless that is under way. */
    private void search() {
        lock.lock();
        try {
            if (over || current.isPresent() || search.isPresent()) {
                return;
            }
            Thread thread = new Thread(this::find, "tap-host-search");
            thread.setDaemon(true);
            search = Optional.of(thread);
            thread.start();
        } finally {
            lock.unlock();
        }
    }

    private void find() {
        String told = "";
        try {
            while (!Thread.currentThread().isInterrupted()) {
                timers.pause(pause());
                try {
                    adopt(GatewayFinder.find(settings, this), true);
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

    private Duration pause() {
        lock.lock();
        try {
            return Duration.ofMillis(backoff.nextMillis());
        } finally {
            lock.unlock();
        }
    }

    private void finish() {
        List<RemoteSession> left;
        Optional<Thread> searching;
        lock.lock();
        try {
            if (over) {
                return;
            }
            over = true;
            current = Optional.empty();
            searching = search;
            left = List.copyOf(sessions.values());
            sessions.clear();
        } finally {
            lock.unlock();
        }
        searching.ifPresent(Thread::interrupt);
        left.forEach(RemoteSession::ended);
        timers.close();
        callbacks.execute(() -> ended.complete(null));
        threads.close();
    }
}
