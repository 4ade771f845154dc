package io.tapgateway.provider.ws;

import io.tapgateway.protocol.message.GatewayMessage;
import io.tapgateway.protocol.message.HelloAck;
import io.tapgateway.protocol.transport.Backoff;
import io.tapgateway.provider.connection.ProviderSession;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocketHandshakeException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps one provider connected for as long as it wants to be: connects, waits for the end, waits a while, connects again.
 * Thread-safe: one attempt or connection follows the other.
 */
final class Reconnector implements WebSocketClientChannel.Events {
    private static final Logger LOG = LoggerFactory.getLogger(Reconnector.class);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    private final ProviderSession session;
    private final URI gateway;
    private final HttpClient client;
    private final ScheduledExecutorService timers;
    private final Backoff backoff;
    private boolean told;

    Reconnector(
            ProviderSession session, URI gateway, HttpClient client, ScheduledExecutorService timers, Backoff backoff) {
        this.session = session;
        this.gateway = gateway;
        this.client = client;
        this.timers = timers;
        this.backoff = backoff;
    }

    /** Makes an attempt, if the provider still wants one. */
    void connect() {
        if (!session.wantsConnection()) {
            return;
        }
        WebSocketClientChannel channel = new WebSocketClientChannel(session::opened, this, timers);
        var unused = client.newWebSocketBuilder()
                .connectTimeout(CONNECT_TIMEOUT)
                .buildAsync(gateway, channel)
                .whenComplete((socket, failure) -> {
                    if (failure != null) {
                        failed(failure);
                    }
                });
    }

    /** Only a gateway that has taken the provider ends the series of attempts: others may turn it away each time. */
    @Override
    public void received(GatewayMessage message) {
        if (message instanceof HelloAck) {
            backoff.reset();
            told = false;
        }
    }

    @Override
    public void ended() {
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
