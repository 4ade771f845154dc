package io.tapgateway.provider.ws;

import io.tapgateway.protocol.transport.Backoff;
import io.tapgateway.provider.connection.ProviderSession;
import java.net.URI;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps one provider connected in one session for as long as it wants to be: connects, waits for the end, waits a
 * while, connects again. Confined to one thread at a time, because each of these steps begins when the one before has
 * ended.
 */
final class Reconnector {
    private static final Logger LOG = LoggerFactory.getLogger(Reconnector.class);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    private final ProviderSession session;
    private final Supplier<URI> gateway;
    private final Supplier<WebSocket.Builder> sockets;
    private final ScheduledExecutorService timers;
    private final Backoff backoff;
    private final ConnectionPace pace;

    /** @param gateway finds it anew for each attempt; throws an {@link IllegalArgumentException} if it cannot */
    Reconnector(
            ProviderSession session,
            Supplier<URI> gateway,
            Supplier<WebSocket.Builder> sockets,
            ScheduledExecutorService timers,
            Backoff backoff,
            ConnectionPace pace) {
        this.session = session;
        this.gateway = gateway;
        this.sockets = sockets;
        this.timers = timers;
        this.backoff = backoff;
        this.pace = pace;
    }

    /** Makes an attempt, if the provider still wants one; where one has been taken already, when it is its turn. */
    void connect() {
        if (session.isFirst()) {
            dial();
        } else {
            after(pace.next(), this::dial);
        }
    }

    private void dial() {
        if (!session.wantsConnection()) {
            return;
        }
        URI address;
        try {
            address = gateway.get();
        } catch (IllegalArgumentException e) {
            connectLater(String.valueOf(e.getMessage()));
            return;
        }
        WebSocketClientChannel channel = new WebSocketClientChannel(session::opened, timers);
        channel.whenEnded().thenAccept(ending -> ended(ending, address));
        var unused = sockets.get()
                .connectTimeout(CONNECT_TIMEOUT)
                .buildAsync(address, channel)
                .whenComplete((socket, failure) -> {
                    if (failure != null) {
                        failed(failure, address);
                    }
                });
    }

    /** Only a gateway that takes the provider ends the series of attempts: another one may refuse it each time. */
    private void ended(WebSocketClientChannel.ConnectionEnd ending, URI address) {
        if (ending != WebSocketClientChannel.ConnectionEnd.UNTAKEN) {
            backoff.reset();
        }
        if (ending == WebSocketClientChannel.ConnectionEnd.WAITED || session.connectsAtOnce()) {
            // There is nothing new to tell.
            connect();
            return;
        }
        connectLater("the connection to " + address + " has ended");
    }

    private void failed(Throwable failure, URI address) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof WebSocketHandshakeException refused) {
            LOG.debug("The answer was {}", refused.getResponse().statusCode());
        } else {
            LOG.debug("The attempt failed", cause);
        }
        connectLater("no gateway answers at " + address + ": is one running?");
    }

    private void connectLater(String why) {
        if (!session.wantsConnection()) {
            return;
        }
        long millis = backoff.nextMillis();
        session.triesAgain(why, Duration.ofMillis(millis));
        after(Duration.ofMillis(millis), this::connect);
    }

    private void after(Duration pause, Runnable action) {
        try {
            var unused = timers.schedule(action, pause.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.trace("The provider has left", e);
        }
    }
}
