package io.tapgateway.provider.ws;

import java.net.ConnectException;
import java.net.URI;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Takes attempts to connect, which the test lets succeed or fail. */
final class ScriptedNetwork implements WebSocket.Builder {
    private final Deque<Attempt> attempts = new ArrayDeque<>();
    private final List<String> addresses = new ArrayList<>();

    private record Attempt(WebSocket.Listener listener, CompletableFuture<WebSocket> result) {}

    @Override
    public CompletableFuture<WebSocket> buildAsync(URI uri, WebSocket.Listener listener) {
        Attempt attempt = new Attempt(listener, new CompletableFuture<>());
        attempts.add(attempt);
        addresses.add(uri.toString());
        return attempt.result();
    }

    /** Where the attempts went, in their order. */
    List<String> addresses() {
        return addresses;
    }

    /** How many attempts wait for an outcome. */
    int attempts() {
        return attempts.size();
    }

    ScriptedSocket accept() {
        Attempt attempt = attempts.remove();
        ScriptedSocket socket = new ScriptedSocket(attempt.listener());
        attempt.listener().onOpen(socket);
        attempt.result().complete(socket);
        return socket;
    }

    void refuse() {
        attempts.remove().result().completeExceptionally(new ConnectException("refused"));
    }

    @Override
    public WebSocket.Builder connectTimeout(Duration timeout) {
        return this;
    }

    @Override
    public WebSocket.Builder header(String name, String value) {
        throw new AssertionError("no header is sent");
    }

    @Override
    public WebSocket.Builder subprotocols(String mostPreferred, String... lesserPreferred) {
        throw new AssertionError("there is no subprotocol");
    }
}
