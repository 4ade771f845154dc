package io.tapgateway.transport.ws.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.transport.TextReceiver;
import io.tapgateway.protocol.transport.TextSocket;
import io.tapgateway.transport.ws.frame.MonotonicTime;
import io.tapgateway.transport.ws.http.LoopbackHttpServer;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Connections as clients of agent servers have them. */
class TextPortTest {
    private static final int DEADLINE_SECONDS = 60;
    private static final int SMALL_LIMIT = 4 << 20;
    private static final int PER_SECOND = 1_000;
    private static final int BURST = 100;
    private static final Duration PING = Duration.ofMinutes(1);
    private static final Duration END = Duration.ofMinutes(2);

    private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
    private final BlockingQueue<CloseCode> ended = new LinkedBlockingQueue<>();
    private final BlockingQueue<TextSocket> sockets = new LinkedBlockingQueue<>();
    private final HttpClient http = HttpClient.newHttpClient();
    private volatile boolean room = true;
    private TextPort port;
    private LoopbackHttpServer server;

    @BeforeEach
    void open() throws Exception {
        TextPortSettings settings = new TextPortSettings(
                8_192,
                32 << 20,
                SMALL_LIMIT,
                true,
                Optional.of(Set.of("tap-token.")),
                Optional.of(new TextPortSettings.Quiet(PING, END)),
                Optional.of(new TextPortSettings.Pace(PER_SECOND, BURST)));
        port = TextPort.behindGate("/ws", new Noting(), () -> room, settings);
        server = LoopbackHttpServer.named("texts").addOn(port.addOn()).listen();
        port.listeningOn(server.port());
    }

    @AfterEach
    void close() {
        server.stopListening();
        port.close();
        server.close();
    }

    @Test
    void W008_the_first_subprotocol_that_is_no_token_is_chosen() {
        assertThat(connect(new Listener(), "tap-token.abc", "coworker", "other").getSubprotocol())
                .isEqualTo("coworker");
        assertThat(connect(new Listener()).getSubprotocol()).isEmpty();
    }

    @Test
    void W009_a_binary_message_is_a_text() throws Exception {
        WebSocket client = connect(new Listener());

        client.sendBinary(ByteBuffer.wrap("{\"ü".getBytes(StandardCharsets.UTF_8)), false)
                .thenCompose(it -> it.sendBinary(ByteBuffer.wrap("\":1}".getBytes(StandardCharsets.UTF_8)), true))
                .thenCompose(it -> it.sendText("text", true))
                .join();

        assertThat(received.poll(DEADLINE_SECONDS, TimeUnit.SECONDS)).isEqualTo("{\"ü\":1}");
        assertThat(received.poll(DEADLINE_SECONDS, TimeUnit.SECONDS)).isEqualTo("text");
    }

    @Test
    void W010_who_is_silent_is_asked_and_who_answers_stays() throws Exception {
        Listener listener = new Listener();
        WebSocket client = connect(listener);
        client.sendText("hi", true).join();
        assertThat(received.poll(DEADLINE_SECONDS, TimeUnit.SECONDS)).isEqualTo("hi");

        port.look(MonotonicTime.SYSTEM.getAsLong() + PING.toNanos());

        assertThat(listener.pinged.get(DEADLINE_SECONDS, TimeUnit.SECONDS)).isZero();
        client.sendText("here", true).join();
        assertThat(received.poll(DEADLINE_SECONDS, TimeUnit.SECONDS)).isEqualTo("here");
        assertThat(ended).isEmpty();
    }

    @Test
    void W010_who_is_silent_for_two_minutes_has_gone() throws Exception {
        try (Socket silent = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            silent.getOutputStream()
                    .write(("GET /ws HTTP/1.1\r\nHost: 127.0.0.1:" + server.port()
                                    + "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                                    + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            InputStream in = silent.getInputStream();
            assertThat(new String(in.readNBytes(12), StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 101");
            silent.getOutputStream().write(new byte[] {(byte) 0x81, (byte) 0x80, 0, 0, 0, 0});
            assertThat(received.poll(DEADLINE_SECONDS, TimeUnit.SECONDS)).isEmpty();

            port.look(MonotonicTime.SYSTEM.getAsLong() + END.toNanos());

            assertThat(ended.poll(DEADLINE_SECONDS, TimeUnit.SECONDS)).isNotNull();
        }
    }

    @Test
    void W012_too_much_for_all_peers_together_ends_the_one_that_is_sent_more() throws Exception {
        Listener listener = new Listener();
        connect(listener);
        TextSocket socket = sockets.poll(DEADLINE_SECONDS, TimeUnit.SECONDS);

        for (int i = 0; i <= SMALL_LIMIT >> 20; i++) {
            socket.send("x".repeat(1 << 20));
        }
        socket.flush();

        assertThat(listener.closed.get(DEADLINE_SECONDS, TimeUnit.SECONDS)).isEqualTo(CloseCode.SLOW_CONSUMER.code());
    }

    @Test
    void W007_one_more_than_there_is_room_for_is_told_503() {
        room = false;

        assertThatThrownBy(() -> connect(new Listener()))
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOfSatisfying(
                        WebSocketHandshakeException.class,
                        it -> assertThat(it.getResponse().statusCode()).isEqualTo(503));
    }

    @Test
    void W011_who_says_too_much_is_read_later_and_nothing_is_lost() throws Exception {
        int texts = 1_000;
        WebSocket client = connect(new Listener());
        long begun = System.nanoTime();

        for (int i = 0; i < texts; i++) {
            client.sendText(String.valueOf(i), true).join();
        }

        for (int i = 0; i < texts; i++) {
            assertThat(received.poll(DEADLINE_SECONDS, TimeUnit.SECONDS)).isEqualTo(String.valueOf(i));
        }
        client.sendText("and then", true).join();
        assertThat(received.poll(DEADLINE_SECONDS, TimeUnit.SECONDS)).isEqualTo("and then");
        assertThat(Duration.ofNanos(System.nanoTime() - begun))
                .as("a thousand a second, but for what may come at once")
                .isGreaterThan(Duration.ofMillis((texts - BURST) * 1_000L / PER_SECOND - 1));
    }

    private WebSocket connect(Listener listener, String... subprotocols) {
        WebSocket.Builder builder = http.newWebSocketBuilder();
        if (subprotocols.length > 0) {
            String[] less = new String[subprotocols.length - 1];
            System.arraycopy(subprotocols, 1, less, 0, less.length);
            builder.subprotocols(subprotocols[0], less);
        }
        return builder.buildAsync(URI.create("ws://127.0.0.1:" + server.port() + "/ws"), listener)
                .join();
    }

    /** A client that answers pings, as all do. */
    private static final class Listener implements WebSocket.Listener {
        private final CompletableFuture<Integer> pinged = new CompletableFuture<>();
        private final CompletableFuture<Integer> closed = new CompletableFuture<>();

        @Override
        public CompletionStage<?> onPing(WebSocket socket, ByteBuffer message) {
            pinged.complete(message.remaining());
            socket.request(1);
            return null;
        }

        @Override
        public CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
            closed.complete(code);
            return null;
        }
    }

    /** Notes what arrives. */
    private final class Noting implements TextPort.Acceptor {
        @Override
        public TextReceiver accept(TextSocket socket, int number) {
            sockets.add(socket);
            return new TextReceiver() {
                @Override
                public int maxLength() {
                    return 1_000;
                }

                @Override
                public void received(String text) {
                    received.add(text);
                }

                @Override
                public void closed(CloseCode why) {
                    ended.add(why);
                }
            };
        }
    }
}
