package io.tapgateway.transport.ws.host;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.protocol.host.BrokenLink;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.ProviderName;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.Secret;
import io.tapgateway.runtime.SessionHost;
import io.tapgateway.runtime.SessionInfo;
import io.tapgateway.transport.ws.host.message.GatewayNotice;
import io.tapgateway.transport.ws.host.message.GatewayNoticeJson;
import io.tapgateway.transport.ws.host.message.HostMessage;
import io.tapgateway.transport.ws.host.message.HostMessage.Signal;
import io.tapgateway.transport.ws.host.message.HostMessageJson;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A gateway in another process. Thread-safe; what it is told comes from the connection's thread. */
final class RemoteGateway implements HostGateway, GatewayNotice.Visitor<Boolean> {
    private static final Logger LOG = LoggerFactory.getLogger(RemoteGateway.class);

    private final Place place;
    private final URI providerUrl;
    private final HostThreads threads = new HostThreads();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final GatewayLink link;

    @GuardedBy("lock")
    private final Map<SessionId, RemoteSession> sessions = new HashMap<>();

    @GuardedBy("lock")
    private final Map<Long, CompletableFuture<Reply>> requests = new HashMap<>();

    @GuardedBy("lock")
    private long lastRequest;

    @GuardedBy("lock")
    private boolean over;

    private RemoteGateway(Place place, GatewayAddress address, LinkTimers timers) {
        this.place = place;
        this.providerUrl = address.providerUrl();
        this.link = new GatewayLink(address, timers, this);
    }

    /**
     * Connects.
     *
     * @throws LinkFailure if nobody is there, or somebody else is
     */
    static RemoteGateway connect(Place place, GatewayAddress address) throws LinkFailure {
        LinkTimers timers = LinkTimers.named("tap-host-link");
        RemoteGateway gateway = new RemoteGateway(place, address, timers);
        boolean connected = false;
        try {
            gateway.link.connect();
            connected = true;
            return gateway;
        } finally {
            if (!connected) {
                timers.close();
                gateway.threads.close();
            }
        }
    }

    @Override
    public Place place() {
        return place;
    }

    @Override
    public Optional<URI> providerUrl() {
        return Optional.of(providerUrl);
    }

    @Override
    public GatewaySession openSession(SessionInfo info, SessionHost host) {
        RemoteSession session = new RemoteSession(info, host, this, threads);
        // Before the gateway knows of it, so that nothing it says about the session finds nobody.
        lock.lock();
        try {
            if (over || sessions.containsKey(info.id())) {
                throw new IllegalStateException("cannot open session '" + info.id() + "': the "
                        + (over ? "gateway is gone" : "id is in use by this host"));
            }
            sessions.put(info.id(), session);
        } finally {
            lock.unlock();
        }
        Optional<Set<String>> pathArguments = host.pathArguments();
        Reply reply = await(request(number -> new HostMessage.Open(number, info, pathArguments)));
        if (reply instanceof Reply.Answered) {
            return session;
        }
        forget(info.id(), session);
        if (reply instanceof Reply.Refused refused) {
            throw new IllegalStateException(refused.reason());
        }
        // It may have been opened all the same.
        say(new Signal(info.id(), Signal.Kind.CLOSE));
        throw new IllegalStateException("cannot open session '" + info.id() + "': the gateway does not answer");
    }

    @Override
    public Secret issueSpawnToken(SessionId session, ProviderName name) {
        Reply reply = await(request(number -> new HostMessage.Spawn(number, session, name)));
        return reply.read(answer -> answer.get("token"), Optional.<JsonValue>empty())
                .map(token -> Secret.of(token.asString()))
                .orElseThrow(() -> new IllegalStateException("no session '" + session + "' to issue a token for"));
    }

    @Override
    public void revoke(Secret token) {
        say(new HostMessage.Revoke(token));
    }

    @Override
    public CompletionStage<Void> ended() {
        return ended.minimalCompletionStage();
    }

    @Override
    public void close() {
        say(new HostMessage.Leave());
        link.end(CloseCode.NORMAL, "");
        over();
    }

    void say(HostMessage message) {
        JsonValue json = HostMessageJson.write(message);
        if (json.estimatedLength() > LinkRules.LONGEST_REQUEST) {
            LOG.warn("A message is too large to be sent to the gateway, and left out");
            return;
        }
        link.say(json);
    }

    /** Asks something. The future completes with the reply on the connection's thread, always normally. */
    CompletableFuture<Reply> request(LongFunction<HostMessage> message) {
        CompletableFuture<Reply> reply = new CompletableFuture<>();
        long number;
        lock.lock();
        try {
            if (over) {
                return CompletableFuture.completedFuture(new Reply.Lost());
            }
            lastRequest++;
            number = lastRequest;
            requests.put(number, reply);
        } finally {
            lock.unlock();
        }
        JsonValue json = HostMessageJson.write(message.apply(number));
        if (json.estimatedLength() > LinkRules.LONGEST_REQUEST) {
            settle(number, new Reply.TooLarge());
        } else {
            link.say(json);
        }
        return reply;
    }

    /** Waits for a reply, but not for long. */
    Reply await(CompletableFuture<Reply> reply) {
        try {
            return reply.get(LinkRules.QUESTION.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            LOG.debug("The gateway does not answer", e);
            return new Reply.Lost();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Reply.Lost();
        }
    }

    /** The gateway says something. */
    void heard(JsonValue message) {
        try {
            GatewayNotice notice = GatewayNoticeJson.read(message);
            notice.accept(this);
        } catch (BrokenLink e) {
            link.breakDown(e);
        }
    }

    /** There is no way back to the gateway, and nothing of it left. */
    void lost(String why) {
        LOG.warn("The gateway is lost: {}", why);
        over();
    }

    @Override
    public Boolean onAnswer(GatewayNotice.Answer notice) {
        return settle(notice.id(), new Reply.Answered(notice.answer()));
    }

    @Override
    public Boolean onRefused(GatewayNotice.Refused notice) {
        return settle(notice.id(), new Reply.Refused(notice.reason()));
    }

    @Override
    public Boolean onToolsChanged(GatewayNotice.ToolsChanged notice) {
        session(notice.session()).ifPresent(it -> it.toolsChanged(notice.tools()));
        return true;
    }

    @Override
    public Boolean onToolChanged(GatewayNotice.ToolChanged notice) {
        session(notice.session()).ifPresent(it -> it.toolChanged(notice.change()));
        return true;
    }

    @Override
    public Boolean onLogged(GatewayNotice.Logged notice) {
        session(notice.session()).ifPresent(it -> it.logged(notice.entry()));
        return true;
    }

    @Override
    public Boolean onInjected(GatewayNotice.Injected notice) {
        session(notice.session())
                .ifPresentOrElse(
                        it -> it.injected(notice.id(), notice.prompt()),
                        () -> say(new HostMessage.Taken(notice.id(), false)));
        return true;
    }

    @Override
    public Boolean onClosed(GatewayNotice.Closed notice) {
        session(notice.session()).ifPresent(it -> {
            forget(notice.session(), it);
            it.ended();
        });
        return true;
    }

    @Override
    public Boolean onStopping(GatewayNotice.Stopping notice) {
        link.end(CloseCode.NORMAL, "");
        LOG.info("The gateway stops");
        over();
        return true;
    }

    @Override
    public Boolean onUnknown(GatewayNotice.Unknown notice) {
        LOG.debug("Ignored a message that this version does not know");
        return true;
    }

    private Optional<RemoteSession> session(SessionId id) {
        lock.lock();
        try {
            return Optional.ofNullable(sessions.get(id));
        } finally {
            lock.unlock();
        }
    }

    private void forget(SessionId id, RemoteSession session) {
        lock.lock();
        try {
            sessions.remove(id, session);
        } finally {
            lock.unlock();
        }
    }

    private boolean settle(long number, Reply reply) {
        Optional<CompletableFuture<Reply>> waiting;
        lock.lock();
        try {
            waiting = Optional.ofNullable(requests.remove(number));
        } finally {
            lock.unlock();
        }
        waiting.ifPresent(it -> it.complete(reply));
        return waiting.isPresent();
    }

    private void over() {
        List<RemoteSession> left;
        List<CompletableFuture<Reply>> waiting;
        lock.lock();
        try {
            if (over) {
                return;
            }
            over = true;
            left = List.copyOf(sessions.values());
            waiting = List.copyOf(requests.values());
            sessions.clear();
            requests.clear();
        } finally {
            lock.unlock();
        }
        waiting.forEach(it -> it.complete(new Reply.Lost()));
        left.forEach(RemoteSession::ended);
        link.close();
        threads.execute(() -> ended.complete(null));
        threads.close();
    }
}
