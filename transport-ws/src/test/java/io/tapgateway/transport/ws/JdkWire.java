package io.tapgateway.transport.ws;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/** A WebSocket of the JDK's client, as text: anything can be sent, in order, by any thread. Thread-safe. */
final class JdkWire implements WebSocket.Listener {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final int PATIENCE_SECONDS = 20;

    private final Consumer<String> onText;
    private final IntConsumer onClose;
    private final StringBuilder kept = new StringBuilder();
    private final CompletableFuture<WebSocket> socket;
    private CompletableFuture<?> lastSent;

    JdkWire(URI url, Consumer<String> onText, IntConsumer onClose) throws Exception {
        this.onText = onText;
        this.onClose = onClose;
        this.socket = CLIENT.newWebSocketBuilder().buildAsync(url, this);
        this.lastSent = socket;
        socket.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    /** Sends a text after all earlier ones. */
    void send(String text) {
        then(open -> open.sendText(text, true));
    }

    /** Closes after everything that was sent. */
    void close() {
        then(open -> open.sendClose(WebSocket.NORMAL_CLOSURE, ""));
    }

    /** Breaks the connection. */
    void abort() {
        socket.join().abort();
    }

    private interface Sending {
        CompletableFuture<?> to(WebSocket open);
    }

    private void then(Sending sending) {
        synchronized (kept) {
            lastSent = lastSent.handle((done, failure) -> failure)
                    .thenCompose(failure ->
                            failure == null ? sending.to(socket.join()) : CompletableFuture.failedFuture(failure));
        }
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
        kept.append(part);
        if (last) {
            String text = kept.toString();
            kept.setLength(0);
            onText.accept(text);
        }
        from.request(1);
        return null;
    }

    @Override
    public CompletionStage<?> onClose(WebSocket from, int code, String reason) {
        onClose.accept(code);
        return null;
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
        onClose.accept(1006);
    }
}
