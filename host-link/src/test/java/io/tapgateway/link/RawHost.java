package io.tapgateway.link;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A program that says what a test wants it to say. */
final class RawHost implements WebSocket.Listener, AutoCloseable {
    private final BlockingQueue<String> unread = new LinkedBlockingQueue<>();
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Integer> ended = new CompletableFuture<>();
    private final StringBuilder text = new StringBuilder();
    private final CompletableFuture<WebSocket> socket = new CompletableFuture<>();

    static RawHost connect(int port, Optional<String> origin) throws Exception {
        RawHost host = new RawHost();
        WebSocket.Builder builder = HttpClient.newHttpClient().newWebSocketBuilder();
        origin.ifPresent(it -> builder.header("Origin", it));
        try {
            host.socket.complete(builder.buildAsync(URI.create("ws://127.0.0.1:" + port + "/host"), host)
                    .get(10, TimeUnit.SECONDS));
            return host;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof WebSocketHandshakeException refused) {
                throw new IllegalStateException(
                        "answered " + refused.getResponse().statusCode(), e);
            }
            throw e;
        }
    }

    void send(String frame) {
        socket.join().sendText(frame, true).join();
    }

    String next() throws InterruptedException {
        return Optional.ofNullable(unread.poll(10, TimeUnit.SECONDS)).orElseThrow();
    }

    List<String> heard() {
        return heard;
    }

    /** Waits for the close code. */
    int ended() throws Exception {
        return ended.get(10, TimeUnit.SECONDS);
    }

    boolean hasEnded() {
        return ended.isDone();
    }

    @Override
    @SuppressWarnings("NullAway") // null says that the text has been dealt with
    public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
        text.append(part);
        if (last) {
            heard.add(text.toString());
            unread.add(text.toString());
            text.setLength(0);
        }
        from.request(1);
        return null;
    }

    @Override
    @SuppressWarnings("NullAway") // null has the JDK answer the close
    public CompletionStage<?> onClose(WebSocket from, int code, String reason) {
        ended.complete(code);
        return null;
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
        ended.completeExceptionally(error);
    }

    @Override
    public void close() {
        socket.join().abort();
    }
}
