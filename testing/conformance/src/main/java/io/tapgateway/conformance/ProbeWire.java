package io.tapgateway.conformance;

import io.tapgateway.testkit.Inbox;
import io.tapgateway.testkit.Wire;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** A provider's connection to the gateway under test, as text. Thread-safe, but for sending: one thread does that. */
final class ProbeWire implements Wire, WebSocket.Listener {
    private static final int LOST = 1006;
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().proxy(HttpClient.Builder.NO_PROXY).build();

    private final GatewayTarget target;
    private final Inbox inbox;
    private final Minutes.Column minutes;
    private final Duration patience;
    private final CompletableFuture<WebSocket> socket = new CompletableFuture<>();
    private final StringBuilder text = new StringBuilder();
    private final Semaphore pongs = new Semaphore(0);
    private volatile boolean over;

    /** Whether something was sent that the gateway may not have read. */
    private boolean unread;

    private ProbeWire(GatewayTarget target, Inbox inbox, Minutes.Column minutes, Duration patience) {
        this.target = target;
        this.inbox = inbox;
        this.minutes = minutes;
        this.patience = patience;
    }

    /** @throws AssertionError if the gateway does not let it in */
    static ProbeWire open(
            GatewayTarget target, Optional<String> origin, Inbox inbox, Minutes.Column minutes, Duration patience) {
        ProbeWire wire = new ProbeWire(target, inbox, minutes, patience);
        WebSocket.Builder builder = CLIENT.newWebSocketBuilder().connectTimeout(patience);
        origin.ifPresent(page -> builder.header("Origin", page));
        try {
            wire.socket.complete(builder.buildAsync(target.providers(), wire).join());
        } catch (CompletionException e) {
            throw new AssertionError("no connection to " + target.providers() + ": " + e.getCause(), e);
        }
        return wire;
    }

    @Override
    public void send(String message) {
        minutes.said(message);
        unread = true;
        try {
            socket.join().sendText(message, true).join();
        } catch (CompletionException e) {
            // The gateway has ended the connection: the message is lost, as it would be to any provider.
            over = true;
        }
    }

    /** Waits until the gateway has read what was sent: it answers pings in their turn. */
    void settle() {
        if (over || !unread) {
            return;
        }
        unread = false;
        try {
            pongs.drainPermits();
            socket.join().sendPing(ByteBuffer.allocate(0)).join();
            over = !pongs.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (CompletionException e) {
            over = true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void answerPings(boolean answer) {
        throw new UnsupportedOperationException("answerPings: the gateway does not ping within the time of a case");
    }

    @Override
    public void drop() {
        over = true;
        socket.join().abort();
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
        text.append(part);
        if (last) {
            String whole = text.toString();
            text.setLength(0);
            target.line().apply(whole).forEach(message -> {
                minutes.heard(message);
                inbox.text(message);
            });
        }
        from.request(1);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<?> onPong(WebSocket from, ByteBuffer message) {
        pongs.release();
        from.request(1);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<?> onClose(WebSocket from, int code, String reason) {
        ended(code);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
        ended(LOST);
    }

    private void ended(int code) {
        over = true;
        pongs.release();
        minutes.closed(code);
        inbox.closed(code);
    }
}
