package io.tapgateway.link;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.link.message.GatewayNotice;
import io.tapgateway.link.message.GatewayNoticeJson;
import io.tapgateway.link.message.HostMessage;
import io.tapgateway.link.message.HostMessageJson;
import io.tapgateway.protocol.host.BrokenLink;
import io.tapgateway.protocol.host.LinkGreeting;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.transport.TextSocket;
import io.tapgateway.runtime.GatewayClock;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.InjectedPrompt;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The gateway's end of a link: the sessions of one host in another process, and nobody else's. When the connection is lost they
 * stay for the grace period, in which the host may come back; then they end. Thread-safe.
 */
final class HostLink implements LinkEnd.Listener {
    private static final Logger LOG = LoggerFactory.getLogger(HostLink.class);

    private final String name;
    private final HostLinks links;
    private final GatewayClock clock;
    private final LinkEnd end;
    private final HostRequests requests;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Map<SessionId, Linked> sessions = new HashMap<>();

    @GuardedBy("lock")
    private final Map<Long, CompletableFuture<Void>> injections = new HashMap<>();

    @GuardedBy("lock")
    private long lastInjection;

    @GuardedBy("lock")
    private boolean over;

    /** @param name what the host calls the link by when it comes back */
    HostLink(String name, HostLinks links, GatewayClock clock) {
        this.name = name;
        this.links = links;
        this.clock = clock;
        this.end = new LinkEnd(clock, this);
        this.requests = new HostRequests(this, links);
    }

    private record Linked(LinkedHost host, GatewaySession session) {}

    String name() {
        return name;
    }

    /** Goes on over a connection that has proved itself. */
    boolean connect(TextSocket socket, long heardByHost) {
        return end.connect(
                socket,
                heardByHost,
                Optional.of(heard -> new LinkGreeting.Welcome(
                                name, heard, LinkRules.GRACE.toMillis(), LinkRules.HEARTBEAT.toMillis())
                        .json()));
    }

    void received(TextSocket from, String text) {
        end.received(from, text);
    }

    void closed(TextSocket socket) {
        end.closed(socket);
    }

    void say(GatewayNotice notice) {
        end.say(GatewayNoticeJson.write(notice));
    }

    /** Answers when the stage completes. */
    void answer(long id, CompletionStage<JsonValue> stage) {
        var unused = stage.whenComplete((answer, failure) -> {
            if (failure == null) {
                say(new GatewayNotice.Answer(id, answer));
            } else {
                LOG.error("A host's request failed", failure);
                say(new GatewayNotice.Refused(
                        id, "The gateway could not do that because of a bug; its log says more."));
            }
        });
    }

    @Override
    public void heard(JsonValue message) {
        HostMessage read;
        try {
            read = HostMessageJson.read(message);
        } catch (BrokenLink e) {
            end.breakDown(e);
            return;
        }
        requests.handle(read);
    }

    @Override
    public void disconnected() {
        LOG.info("A session host has lost its connection");
        long until = clock.nanos() + LinkRules.GRACE.toNanos();
        var unused = clock.wakeAt(until, this::giveUp);
    }

    @Override
    public void broken(String why) {
        LOG.warn("The link to a session host is broken: {}", why);
        over();
    }

    /** Unless the host has come back since: a later loss has its own wake-up. */
    private void giveUp() {
        if (end.hasBeenLostFor(LinkRules.GRACE)) {
            LOG.info("A session host did not come back; its sessions end");
            end.end(CloseCode.GOING_AWAY, "");
            over();
        }
    }

    /** The host says that it leaves. */
    void leave() {
        end.end(CloseCode.NORMAL, "");
        over();
    }

    /** The gateway stops. */
    void stop() {
        say(new GatewayNotice.Stopping());
        end.end(CloseCode.GOING_AWAY, "The gateway stops");
        over();
    }

    /** The open session of that id, if it is one of this host's. */
    Optional<GatewaySession> session(SessionId id) {
        lock.lock();
        try {
            return Optional.ofNullable(sessions.get(id)).map(Linked::session);
        } finally {
            lock.unlock();
        }
    }

    /** Keeps a session that has just been opened. */
    void add(SessionId id, LinkedHost host, GatewaySession session) {
        boolean late;
        lock.lock();
        try {
            late = over;
            if (!late) {
                sessions.put(id, new Linked(host, session));
            }
        } finally {
            lock.unlock();
        }
        if (late) {
            var unused = session.close();
        }
    }

    /** A session has ended; a later one may have the same id. */
    void sessionClosed(SessionId id, LinkedHost host) {
        lock.lock();
        try {
            Optional.ofNullable(sessions.get(id))
                    .filter(it -> it.host().equals(host))
                    .ifPresent(it -> sessions.remove(id));
        } finally {
            lock.unlock();
        }
        say(new GatewayNotice.Closed(id));
    }

    CompletionStage<Void> inject(SessionId session, InjectedPrompt prompt) {
        CompletableFuture<Void> taken = new CompletableFuture<>();
        long id;
        lock.lock();
        try {
            if (over) {
                return CompletableFuture.failedFuture(new IllegalStateException("the session's host is gone"));
            }
            lastInjection++;
            id = lastInjection;
            injections.put(id, taken);
        } finally {
            lock.unlock();
        }
        say(new GatewayNotice.Injected(id, session, prompt));
        return taken.minimalCompletionStage();
    }

    void taken(long id, boolean accepted) {
        Optional<CompletableFuture<Void>> waiting;
        lock.lock();
        try {
            waiting = Optional.ofNullable(injections.remove(id));
        } finally {
            lock.unlock();
        }
        waiting.ifPresent(it -> {
            if (accepted) {
                it.complete(null);
            } else {
                it.completeExceptionally(new IllegalStateException("the session's host did not take the prompt"));
            }
        });
    }

    private void over() {
        List<Linked> left;
        List<CompletableFuture<Void>> waiting;
        lock.lock();
        try {
            over = true;
            left = List.copyOf(sessions.values());
            waiting = new ArrayList<>(injections.values());
            sessions.clear();
            injections.clear();
        } finally {
            lock.unlock();
        }
        links.remove(this);
        left.forEach(it -> {
            var unused = it.session().close();
        });
        waiting.forEach(it -> it.completeExceptionally(new IllegalStateException("the session's host has gone away")));
    }
}
