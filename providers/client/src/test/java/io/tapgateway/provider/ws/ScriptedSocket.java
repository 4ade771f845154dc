package io.tapgateway.provider.ws;

import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A WebSocket that says what the test tells it to, and remembers what it was sent. */
final class ScriptedSocket implements WebSocket {
    private final Listener listener;
    private final List<String> sent = new ArrayList<>();
    private boolean closing;
    private boolean aborted;

    ScriptedSocket(Listener listener) {
        this.listener = listener;
    }

    ScriptedSocket says(String text) {
        listener.onText(this, text, true);
        return this;
    }

    void saysPart(String part) {
        listener.onText(this, part, false);
    }

    void closes() {
        listener.onClose(this, 1001, "");
    }

    /** What has come since the last look. */
    List<String> sent() {
        List<String> news = List.copyOf(sent);
        sent.clear();
        return news;
    }

    boolean isClosing() {
        return closing;
    }

    boolean isAborted() {
        return aborted;
    }

    @Override
    public CompletableFuture<WebSocket> sendText(CharSequence data, boolean last) {
        sent.add(data.toString());
        return CompletableFuture.completedFuture(this);
    }

    @Override
    public CompletableFuture<WebSocket> sendClose(int statusCode, String reason) {
        closing = true;
        return CompletableFuture.completedFuture(this);
    }

    @Override
    public void abort() {
        aborted = true;
    }

    @Override
    public void request(long n) {}

    @Override
    public String getSubprotocol() {
        return "";
    }

    @Override
    public boolean isOutputClosed() {
        return closing || aborted;
    }

    @Override
    public boolean isInputClosed() {
        return aborted;
    }

    @Override
    public CompletableFuture<WebSocket> sendBinary(ByteBuffer data, boolean last) {
        throw new AssertionError("nothing binary is sent");
    }

    @Override
    public CompletableFuture<WebSocket> sendPing(ByteBuffer message) {
        throw new AssertionError("only gateways ping");
    }

    @Override
    public CompletableFuture<WebSocket> sendPong(ByteBuffer message) {
        throw new AssertionError("the JDK answers pings");
    }
}
