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
 * Keeps one provider connected for as long as it wants to be: connects, waits for the end, waits a while, connects
 * again. Confined to one thread at a time, because each of these steps begins when the one before has ended.
 */
final class Reconnector {
    private static final Logger LOG = LoggerFactory.getLogger(Reconnector.class);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    private final ProviderSession session;
    private final URI gateway;
    private final Supplier<WebSocket.Builder> sockets;
    private final ScheduledExecutorService timers;
    private final Backoff backoff;

    /** Whether this series of attempts has been logged as information; later attempts are logged as details. */
    private boolean told;

    Reconnector(
            ProviderSession session,
            URI gateway,
            Supplier<WebSocket.Builder> sockets,
            ScheduledExecutorService timers,
            Backoff backoff) {
        this.session = session;
        this.gateway = gateway;
        this.sockets = sockets;
        this.timers = timers;
        this.backoff = backoff;
    }

    /** Makes an attempt, if the provider still wants one. */
    void connect() {
        if (!session.wantsConnection()) {
            return;
        }
        WebSocketClientChannel channel = new WebSocketClientChannel(session::opened, timers);
        channel.whenEnded().thenAccept(this::ended);
        var unused = sockets.get()
                .connectTimeout(CONNECT_TIMEOUT)
                .buildAsync(gateway, channel)
                .whenComplete((socket, failure) -> {
                    if (failure != null) {
                        failed(failure);
                    }
                });
    }

    /** Only a gateway that takes the provider ends the series of attempts: another one may refuse it each time. */
    private void ended(WebSocketClientChannel.ConnectionEnd ending) {
        switch (ending) {
            case UNTAKEN -> {}
            case TAKEN -> {
                backoff.reset();
                told = false;
            }
            case WAITED -> {
                // There is nothing new to tell.
                backoff.reset();
                told = true;
                connect();
                return;
            }
        }
        connectLater("The connection to {} has ended; trying again in {} ms");
    }

    private void failed(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof WebSocketHandshakeException refused) {
            LOG.debug("The answer was {}", refused.getResponse().statusCode());
        } else {
            LOG.debug("The attempt failed", cause);
        }
        connectLater("There is no gateway to connect to at {}; trying again in {} ms");
    }

    private void connectLater(String message) {
        if (!session.wantsConnection()) {
            return;
        }
        long millis = backoff.nextMillis();
        if (told) {
            LOG.debug(message, gateway, millis);
        } else {
            LOG.info(message, gateway, millis);
            told = true;
        }
        try {
            var unused = timers.schedule(this::connect, millis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.trace("The provider has left", e);
        }
    }
}
