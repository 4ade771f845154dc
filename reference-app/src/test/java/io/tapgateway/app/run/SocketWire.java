package io.tapgateway.app.run;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.testkit.Captures;
import io.tapgateway.testkit.Inbox;
import io.tapgateway.testkit.ScriptedPeer;
import io.tapgateway.testkit.Wire;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** A provider as anybody would write it, with nothing but the JDK's WebSocket. Thread-safe. */
final class SocketWire implements Wire, WebSocket.Listener {
    private final Inbox inbox;
    private final StringBuilder parts = new StringBuilder();
    private WebSocket socket;

    private SocketWire(Inbox inbox) {
        this.inbox = inbox;
    }

    /** Connects and authenticates with the token in the file that the app names. */
    static ScriptedPeer authenticated(JsonValue listening) throws Exception {
        return authenticated(
                listening,
                Files.readString(
                        Path.of(listening.get("providerTokenFile").orElseThrow().asString())));
    }

    /** Connects and authenticates with that token. */
    static ScriptedPeer authenticated(JsonValue listening, String token) throws Exception {
        Inbox inbox = Inbox.waiting(Duration.ofSeconds(20));
        SocketWire wire = new SocketWire(inbox);
        wire.socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(URI.create(listening.get("url").orElseThrow().asString()), wire)
                .get();
        return ScriptedPeer.over(wire, inbox, new Captures()).sends("{\"type\":\"auth\",\"token\":\"" + token + "\"}");
    }

    @Override
    public CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
        parts.append(data);
        if (last) {
            inbox.text(parts.toString());
            parts.setLength(0);
        }
        webSocket.request(1);
        return null;
    }

    @Override
    public CompletionStage<?> onClose(WebSocket webSocket, int statusCode, String reason) {
        inbox.closed(statusCode);
        return null;
    }

    @Override
    public void send(String text) {
        socket.sendText(text, true).join();
    }

    @Override
    public void answerPings(boolean answer) {
        throw new UnsupportedOperationException("the JDK answers pings by itself");
    }

    @Override
    public void drop() {
        socket.abort();
    }
}
