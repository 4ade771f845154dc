package io.tapgateway.link;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.link.message.GatewayNotice;
import io.tapgateway.link.message.GatewayNoticeJson;
import io.tapgateway.link.message.HostMessage;
import io.tapgateway.link.message.HostMessageJson;
import io.tapgateway.protocol.host.BrokenLink;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.SessionId;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a host has at one gateway process, from the welcome until that gateway is gone: a link, and the questions that it has not
 * answered. Every question gets one reply, at the latest when the gateway is gone (D-227). Thread-safe; what it is told comes
 * from the connection's thread.
 */
final class Attachment implements GatewayNotice.Visitor<Boolean> {
    private static final Logger LOG = LoggerFactory.getLogger(Attachment.class);

    private final URI providerUrl;
    private final RemoteGateway host;
    private final GatewayLink link;
    private final CompletableFuture<Ending> ended = new CompletableFuture<>();
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Map<Long, CompletableFuture<Reply>> requests = new HashMap<>();

    @GuardedBy("lock")
    private long lastRequest;

    @GuardedBy("lock")
    private boolean over;

    private Attachment(GatewayAddress address, RemoteGateway host) {
        this.providerUrl = address.providerUrl();
        this.host = host;
        this.link = new GatewayLink(address, host.timers(), host.client(), this);
    }

    /** Why it is over. */
    enum Ending {
        /** The gateway died, or does not know this host any more. */
        LOST,
        /** The gateway said that it stops. */
        STOPPED,
        /** The host left. */
        LEFT
    }

    /**
     * Connects.
     *
     * @throws LinkFailure if nobody is there, or somebody else is
     */
    static Attachment connect(GatewayAddress address, RemoteGateway host) throws LinkFailure {
        Attachment attachment = new Attachment(address, host);
        attachment.link.connect();
        return attachment;
    }

    /** Where providers connect. */
    URI providerUrl() {
        return providerUrl;
    }

    /** Completes when it is over, after the replies to all questions. */
    CompletionStage<Ending> ended() {
        return ended;
    }

    boolean isOver() {
        lock.lock();
        try {
            return over;
        } finally {
            lock.unlock();
        }
    }

    /** Says something that has no answer; nothing once it is over. */
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
    static Reply await(CompletableFuture<Reply> reply) {
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

    /** Leaves in good order. */
    void leave() {
        say(new HostMessage.Leave());
        link.end(CloseCode.NORMAL, "");
        end(Ending.LEFT);
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
        if (end(Ending.LOST)) {
            LOG.warn("The gateway is lost: {}", why);
        }
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
                        it -> it.injected(notice.prompt(), taken -> say(new HostMessage.Taken(notice.id(), taken))),
                        () -> say(new HostMessage.Taken(notice.id(), false)));
        return true;
    }

    @Override
    public Boolean onClosed(GatewayNotice.Closed notice) {
        session(notice.session()).ifPresent(host::drop);
        return true;
    }

    @Override
    public Boolean onStopping(GatewayNotice.Stopping notice) {
        link.end(CloseCode.NORMAL, "");
        LOG.info("The gateway stops");
        end(Ending.STOPPED);
        return true;
    }

    @Override
    public Boolean onUnknown(GatewayNotice.Unknown notice) {
        LOG.debug("Ignored a message that this version does not know");
        return true;
    }

    /** What a gateway that is gone has said last does not concern the sessions that are opened at the next one. */
    private Optional<RemoteSession> session(SessionId id) {
        return isOver() ? Optional.empty() : host.session(id);
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

    private boolean end(Ending ending) {
        List<CompletableFuture<Reply>> waiting;
        lock.lock();
        try {
            if (over) {
                return false;
            }
            over = true;
            waiting = List.copyOf(requests.values());
            requests.clear();
        } finally {
            lock.unlock();
        }
        waiting.forEach(it -> it.complete(new Reply.Lost()));
        ended.complete(ending);
        return true;
    }
}
