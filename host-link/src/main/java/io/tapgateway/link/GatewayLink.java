package io.tapgateway.link;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tapgateway.protocol.host.BrokenLink;
import io.tapgateway.protocol.host.LinkGreeting;
import io.tapgateway.protocol.host.LinkProof;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.transport.Backoff;
import io.tapgateway.protocol.transport.TextSocket;
import io.tapgateway.runtime.system.PortOwner;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.http.HttpClient;
import java.net.http.WebSocketHandshakeException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A host's end of a link: connects, proves itself to whoever has proved itself, and when the connection is lost comes back within
 * the grace period. Thread-safe.
 */
final class GatewayLink implements LinkEnd.Listener {
    private static final Logger LOG = LoggerFactory.getLogger(GatewayLink.class);
    private static final long FIRST_PAUSE_MILLIS = 100;
    private static final long LONGEST_PAUSE_MILLIS = 2_000;

    /** Where nobody listens for so long, the process that should is dead, whatever else its number may mean now. */
    private static final Duration NOBODY = Duration.ofSeconds(3);

    /** The status of a gateway that has no place for another handshake. */
    private static final int UNAVAILABLE = 503;

    private final GatewayAddress address;
    private final LinkTimers timers;
    private final HttpClient client;
    private final Attachment owner;
    private final LinkEnd end;
    private final SecureRandom random = new SecureRandom();
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private Optional<String> name = Optional.empty();

    @GuardedBy("lock")
    private final Backoff backoff = Backoff.between(
            FIRST_PAUSE_MILLIS,
            LONGEST_PAUSE_MILLIS,
            () -> ThreadLocalRandom.current().nextDouble());

    GatewayLink(GatewayAddress address, LinkTimers timers, HttpClient client, Attachment owner) {
        this.address = address;
        this.timers = timers;
        this.client = client;
        this.owner = owner;
        this.end = new LinkEnd(timers, this);
    }

    /**
     * Connects for the first time, and waits for that.
     *
     * @throws LinkFailure if there is no link
     */
    void connect() throws LinkFailure {
        LinkAttempt result;
        try {
            result = attempt().get(2 * LinkRules.GREETING.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            LOG.debug("The attempt to connect failed", e);
            result = LinkAttempt.SILENT;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw LinkFailure.because("Interrupted while connecting to the gateway.");
        }
        switch (result) {
            case CONNECTED -> {}
            case NOBODY ->
                throw LinkFailure.of(
                        result,
                        "Nobody listens at 127.0.0.1:" + address.controlPort() + ", where the gateway of "
                                + address.home() + " should be.");
            case BUSY, GONE ->
                throw LinkFailure.of(
                        result,
                        "The gateway of " + address.home() + " does not take this host: it has " + LinkRules.MOST_LINKS
                                + " already, or too much to do. Try again later.");
            case REFUSED ->
                throw LinkFailure.of(
                        result,
                        "The gateway of " + address.home() + " has turned this host away; one of them may be of another"
                                + " version. Use the same version of both.");
            case OTHER_VERSION ->
                throw LinkFailure.of(
                        result,
                        "The gateway of " + address.home()
                                + " speaks another version of the host link; it was told nothing. Use the same"
                                + " version of both.");
            case SILENT, STRANGER -> throw stranger(result);
        }
    }

    private LinkFailure stranger(LinkAttempt result) {
        OptionalLong pid = PortOwner.find(InetAddress.getLoopbackAddress(), address.controlPort());
        String who = pid.isPresent() ? "Process " + pid.getAsLong() : "Another program";
        return LinkFailure.of(
                result,
                who + " listens at 127.0.0.1:" + address.controlPort()
                        + " but has not proved that it is the gateway of " + address.home() + " (process "
                        + address.pid()
                        + "); it was told nothing. Stop it, or start the gateway on another port.");
    }

    void say(JsonValue message) {
        end.say(message);
    }

    /** Ends the link; what has been said still leaves. */
    void end(CloseCode code, String reason) {
        end.end(code, reason);
    }

    void breakDown(BrokenLink why) {
        end.breakDown(why);
    }

    @Override
    public void heard(JsonValue message) {
        owner.heard(message);
    }

    @Override
    public void disconnected() {
        LOG.info("The connection to the gateway is lost; trying to get it back");
        lock.lock();
        try {
            backoff.reset();
        } finally {
            lock.unlock();
        }
        again();
    }

    @Override
    public void broken(String why) {
        owner.lost(why);
    }

    private void again() {
        var unused = attempt().thenAccept(result -> {
            switch (result) {
                case CONNECTED -> {}
                case GONE -> giveUp("it does not know this host any more");
                case NOBODY -> later(NOBODY);
                case STRANGER, OTHER_VERSION, REFUSED, SILENT, BUSY -> later(LinkRules.GRACE);
            }
        });
    }

    private void later(Duration patience) {
        if (!address.mayBeAlive()) {
            giveUp("its process has ended");
            return;
        }
        if (end.hasBeenLostFor(patience)) {
            giveUp("it cannot be reached");
            return;
        }
        long millis;
        lock.lock();
        try {
            millis = backoff.nextMillis();
        } finally {
            lock.unlock();
        }
        var unused = timers.wakeAt(timers.nanos() + TimeUnit.MILLISECONDS.toNanos(millis), this::again);
    }

    private void giveUp(String why) {
        end.end(CloseCode.NORMAL, "");
        owner.lost(why);
    }

    private CompletableFuture<LinkAttempt> attempt() {
        Attempt attempt = new Attempt();
        byte[] nonce = new byte[LinkProof.BYTES];
        random.nextBytes(nonce);
        Optional<LinkGreeting.Resumption> resume = name().map(it -> new LinkGreeting.Resumption(it, end.heardSoFar()));
        ClientLinkSocket socket = new ClientLinkSocket(it -> attempt.greeting(
                new HostGreeting(address.proof(), address.controlPort(), LinkProof.nonce(nonce), resume, attempt, it)));
        var unused = client.newWebSocketBuilder()
                .connectTimeout(LinkRules.GREETING)
                .buildAsync(address.hostUrl(), socket)
                .whenComplete((open, failure) -> {
                    if (failure != null) {
                        LOG.debug("No connection", failure);
                        attempt.result.complete(reason(failure));
                    }
                });
        return attempt.result;
    }

    /** Why there is no WebSocket: an answer that is none comes from somebody else, no answer from somebody who has no time or goes. */
    private static LinkAttempt reason(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof ConnectException) {
            return LinkAttempt.NOBODY;
        }
        return cause instanceof WebSocketHandshakeException answered
                        && answered.getResponse().statusCode() != UNAVAILABLE
                ? LinkAttempt.STRANGER
                : LinkAttempt.SILENT;
    }

    private Optional<String> name() {
        lock.lock();
        try {
            return name;
        } finally {
            lock.unlock();
        }
    }

    private void remember(String given) {
        lock.lock();
        try {
            name = Optional.of(given);
        } finally {
            lock.unlock();
        }
    }

    /** One connection on its way. */
    private final class Attempt implements HostGreeting.Outcome {
        private final CompletableFuture<LinkAttempt> result = new CompletableFuture<>();

        HostGreeting greeting(HostGreeting greeting) {
            var unused = timers.wakeAt(timers.nanos() + LinkRules.GREETING.toNanos(), greeting::tooLate);
            return greeting;
        }

        @Override
        public void welcome(TextSocket socket, LinkGreeting.Welcome welcome) {
            remember(welcome.link());
            boolean alive = end.connect(socket, welcome.heard(), Optional.empty());
            if (!alive) {
                socket.close(CloseCode.NORMAL, "");
            }
            result.complete(alive ? LinkAttempt.CONNECTED : LinkAttempt.GONE);
        }

        @Override
        public void failed(LinkAttempt why) {
            result.complete(why);
        }

        @Override
        public void received(TextSocket socket, String text) {
            end.received(socket, text);
        }

        @Override
        public void closed(TextSocket socket) {
            end.closed(socket);
        }
    }
}
