package io.tapgateway.link;

import io.tapgateway.link.HostGreetings.HostGreeting;
import io.tapgateway.link.message.GatewayNotice;
import io.tapgateway.link.message.GatewayNoticeJson;
import io.tapgateway.link.message.HostMessage;
import io.tapgateway.link.message.HostMessageJson;
import io.tapgateway.protocol.host.BrokenLink;
import io.tapgateway.protocol.host.LinkProof;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.protocol.transport.Backoff;
import io.tapgateway.protocol.transport.TextReceiver;
import io.tapgateway.protocol.transport.TextSocket;
import io.tapgateway.runtime.GatewayClock;
import io.tapgateway.runtime.GatewayClock.Wakeup;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A host's end of the link to one gateway process, from the welcome until that gateway is gone: asks questions, passes
 * on to the sessions what the gateway says, and connects again within the grace period when the connection is lost.
 * Every question gets one reply, at the latest when the gateway is gone (D-227). Thread-safe; what the gateway says
 * comes from the connection's thread.
 */
final class GatewayLink implements GatewayNotice.Visitor<Boolean> {
    private static final Logger LOG = LoggerFactory.getLogger(GatewayLink.class);
    private static final long FIRST_PAUSE_MILLIS = 100;
    private static final long LONGEST_PAUSE_MILLIS = 2_000;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final GatewayAddress address;
    private final GatewayClock clock;
    private final Dialler dialler;
    private final RemoteSessions sessions;
    private final LinkEnd end;
    private final CompletionStage<Ending> over;
    private final Questions<Reply> questions = new Questions<>(Reply.LOST);

    private GatewayLink(GatewayAddress address, GatewayClock clock, Dialler dialler, RemoteSessions sessions) {
        this.address = address;
        this.clock = clock;
        this.dialler = dialler;
        this.sessions = sessions;
        this.end = new LinkEnd(clock, this::heard);
        this.over = end.over().whenComplete((how, failure) -> questions.close());
    }

    /**
     * Connects to a gateway, and waits for that.
     *
     * @param sessions those of the host, which are told what the gateway says
     * @throws LinkFailure if nobody is there, or somebody else is
     */
    static GatewayLink open(GatewayAddress address, GatewayClock clock, Dialler dialler, RemoteSessions sessions)
            throws LinkFailure {
        GatewayLink link = new GatewayLink(address, clock, dialler, sessions);
        LinkAttempt result = link.awaitFirst();
        if (result != LinkAttempt.CONNECTED) {
            // A gateway that answers later than anybody waits does not have this host.
            link.end.end(Ending.LEFT, CloseCode.NORMAL, "");
            throw LinkFailure.of(result, address);
        }
        return link;
    }

    private LinkAttempt awaitFirst() throws LinkFailure {
        try {
            return dial().get(2 * LinkRules.GREETING.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            LOG.debug("The attempt to connect has failed", e);
            return LinkAttempt.SILENT;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw LinkFailure.because("Interrupted while connecting to the gateway.");
        }
    }

    /** Where providers connect. */
    URI providerUrl() {
        return address.providerUrl();
    }

    /** Completes when the link is over, after the replies to all questions. */
    CompletionStage<Ending> over() {
        return over;
    }

    boolean isOver() {
        return end.isOver();
    }

    /** Says something that has no answer; nothing once the link is over. */
    void say(HostMessage message) {
        JsonValue json = HostMessageJson.write(message);
        if (json.estimatedLength() > LinkRules.LONGEST_REQUEST) {
            LOG.warn("A message is too large to be sent to the gateway, and left out");
            return;
        }
        end.say(json);
    }

    /** Asks something. The future completes with the reply on the connection's thread, always normally. */
    CompletableFuture<Reply> request(LongFunction<HostMessage> message) {
        CompletableFuture<Reply> reply = new CompletableFuture<>();
        long number = questions.add(reply);
        JsonValue json = HostMessageJson.write(message.apply(number));
        if (json.estimatedLength() > LinkRules.LONGEST_REQUEST) {
            questions.settle(number, Reply.TOO_LARGE);
        } else {
            end.say(json);
        }
        return reply;
    }

    /** Waits for a reply, but not for long. */
    static Reply await(CompletableFuture<Reply> reply) {
        return await(reply, LinkRules.QUESTION);
    }

    /** Waits for a reply. */
    static Reply await(CompletableFuture<Reply> reply, Duration patience) {
        try {
            return reply.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            LOG.debug("The gateway does not answer", e);
            return Reply.LOST;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Reply.LOST;
        }
    }

    /** Leaves in good order. */
    void leave() {
        end.end(HostMessageJson.write(new HostMessage.Leave()), Ending.LEFT, CloseCode.NORMAL, "");
    }

    /** Makes one attempt to connect; completes with its result, always normally. */
    private CompletableFuture<LinkAttempt> dial() {
        byte[] nonce = new byte[LinkProof.BYTES];
        RANDOM.nextBytes(nonce);
        HostGreeting first =
                HostGreeting.asked(address.proof(), address.controlPort(), LinkProof.nonce(nonce), end.resumption());
        CompletableFuture<LinkAttempt> result = new CompletableFuture<>();
        var unused = dialler.dial(address.hostUrl(), socket -> connection(socket, first, result))
                .whenComplete((open, failure) -> {
                    if (failure != null) {
                        LOG.debug("No connection", failure);
                        result.complete(LinkAttempt.failedWith(failure));
                    }
                });
        return result.whenComplete((it, failure) -> {
            if (it == LinkAttempt.CONNECTED) {
                var unusedLoss = end.loss().thenRun(this::resume);
            }
        });
    }

    private TextReceiver connection(TextSocket socket, HostGreeting first, CompletableFuture<LinkAttempt> result) {
        GatewayConnection connection = new GatewayConnection(socket, first, end, result);
        Wakeup patience = clock.wakeAt(clock.nanos() + LinkRules.GREETING.toNanos(), connection::tooLate);
        var unused = result.whenComplete((it, failure) -> patience.cancel());
        return connection;
    }

    private void resume() {
        LOG.info("The connection to the gateway is lost; trying to get it back");
        resume(Backoff.between(
                FIRST_PAUSE_MILLIS,
                LONGEST_PAUSE_MILLIS,
                () -> ThreadLocalRandom.current().nextDouble()));
    }

    private void resume(Backoff pauses) {
        var unused = dial().thenAccept(result -> {
            if (result == LinkAttempt.CONNECTED) {
                return;
            }
            Optional<String> reason = result.reasonToGiveUp(address.process().isAlive(), end.lostFor());
            if (reason.isEmpty()) {
                end.whileLost(Duration.ofMillis(pauses.nextMillis()), () -> resume(pauses));
            } else if (end.end(Ending.LOST, CloseCode.NORMAL, "")) {
                LOG.warn("The gateway is lost: {}", reason.get());
            }
        });
    }

    private void heard(JsonValue message) {
        try {
            GatewayNoticeJson.read(message).accept(this);
        } catch (BrokenLink e) {
            end.breakDown(e);
        }
    }

    @Override
    public Boolean onAnswer(GatewayNotice.Answer notice) {
        questions.settle(notice.id(), new Reply.Answered(notice.answer()));
        return true;
    }

    @Override
    public Boolean onRefused(GatewayNotice.Refused notice) {
        questions.settle(notice.id(), Reply.refused(notice.reason()));
        return true;
    }

    @Override
    public Boolean onProgress(GatewayNotice.Progress notice) {
        session(notice.session()).ifPresent(it -> it.progressed(notice.call(), notice.progress()));
        return true;
    }

    @Override
    public Boolean onToolsChanged(GatewayNotice.ToolsChanged notice) {
        session(notice.session()).ifPresent(it -> it.notices().toolsChanged(notice.tools()));
        return true;
    }

    @Override
    public Boolean onToolChanged(GatewayNotice.ToolChanged notice) {
        session(notice.session()).ifPresent(it -> it.notices().toolChanged(notice.change()));
        return true;
    }

    @Override
    public Boolean onLogged(GatewayNotice.Logged notice) {
        session(notice.session()).ifPresent(it -> it.notices().logged(notice.entry()));
        return true;
    }

    @Override
    public Boolean onInjected(GatewayNotice.Injected notice) {
        CompletionStage<Boolean> taken = hosted(notice.session())
                .map(it -> it.notices().injected(notice.prompt()))
                .orElseGet(() -> CompletableFuture.completedStage(false));
        var unused = taken.thenAccept(it -> say(new HostMessage.Taken(notice.id(), it)));
        return true;
    }

    @Override
    public Boolean onOfferingsChanged(GatewayNotice.OfferingsChanged notice) {
        session(notice.session()).ifPresent(it -> it.notices().offeringsChanged());
        return true;
    }

    @Override
    public Boolean onProvidersExpected(GatewayNotice.ProvidersExpected notice) {
        hosted(notice.session()).ifPresent(it -> it.notices().providersExpected(notice.expected()));
        return true;
    }

    @Override
    public Boolean onInboxChanged(GatewayNotice.InboxChanged notice) {
        hosted(notice.session()).ifPresent(it -> it.notices().inboxChanged(notice.inbox()));
        return true;
    }

    @Override
    public Boolean onQuestionOpened(GatewayNotice.QuestionOpened notice) {
        hosted(notice.session()).ifPresent(it -> it.user().opened(notice));
        return true;
    }

    @Override
    public Boolean onQuestionClosed(GatewayNotice.QuestionClosed notice) {
        hosted(notice.session()).ifPresent(it -> it.user().closed(notice));
        return true;
    }

    @Override
    public Boolean onSurfaceDetached(GatewayNotice.SurfaceDetached notice) {
        hosted(notice.session()).ifPresent(it -> it.user().detached(notice));
        return true;
    }

    @Override
    public Boolean onClosed(GatewayNotice.Closed notice) {
        session(notice.session()).ifPresent(RemoteAccess::end);
        return true;
    }

    @Override
    public Boolean onStopping(GatewayNotice.Stopping notice) {
        if (end.end(Ending.STOPPED, CloseCode.NORMAL, "")) {
            LOG.info("The gateway stops");
        }
        return true;
    }

    @Override
    public Boolean onUnknown(GatewayNotice.Unknown notice) {
        LOG.debug("Ignored a message that this version does not know");
        return true;
    }

    /** What a gateway that is gone has said last does not concern the sessions that are opened at the next one. */
    private Optional<RemoteAccess> session(SessionId id) {
        return isOver() ? Optional.empty() : sessions.get(id);
    }

    private Optional<RemoteSession> hosted(SessionId id) {
        return session(id).flatMap(RemoteAccess::hosted);
    }
}
