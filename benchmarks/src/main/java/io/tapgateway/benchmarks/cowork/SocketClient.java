package io.tapgateway.benchmarks.cowork;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A client at a WebSocket, which waits for what it is told. Confined to its thread. */
final class SocketClient implements WebSocket.Listener {
    private static final int PATIENCE_SECONDS = 60;

    private final BlockingQueue<String> arrived = new LinkedBlockingQueue<>();
    private final StringBuilder part = new StringBuilder();
    private final WebSocket socket;

    SocketClient(HttpClient http, String url) {
        socket = http.newWebSocketBuilder().buildAsync(URI.create(url), this).join();
    }

    void says(String text) {
        socket.sendText(text, true).join();
    }

    String next() throws InterruptedException {
        String text = arrived.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (text == null) {
            throw new IllegalStateException("next: nothing has arrived");
        }
        return text;
    }

    String until(String piece) throws InterruptedException {
        String text = next();
        while (!text.contains(piece)) {
            text = next();
        }
        return text;
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
        part.append(data);
        if (last) {
            arrived.add(part.toString());
            part.setLength(0);
        }
        from.request(1);
        return null;
    }
}
