package io.tapgateway.benchmarks.host;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * Asks an echo with the JDK's WebSocket, as hosts ask their gateway. Confined to one thread, but for the library's own.
 */
final class EchoClient implements WebSocket.Listener, AutoCloseable {
    /** Waited for as hosts wait: without spinning. */
    private final LinkedBlockingQueue<String> answers = new LinkedBlockingQueue<>();

    private @Nullable WebSocket socket;

    private EchoClient() {}

    static EchoClient connect(URI url) {
        EchoClient client = new EchoClient();
        client.socket = HttpClient.newBuilder()
                .executor(Runnable::run)
                .build()
                .newWebSocketBuilder()
                .buildAsync(url, client)
                .join();
        return client;
    }

    /** Sends a text and waits until it has come back. */
    void ask(String text) {
        if (socket != null) {
            var unused = socket.sendText(text, true);
        }
        try {
            var unused = answers.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence text, boolean last) {
        if (last) {
            answers.add(text.toString());
        }
        from.request(1);
        return null;
    }

    @Override
    public void close() {
        if (socket != null) {
            socket.abort();
        }
    }
}
