package io.tapgateway.transport.ws.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.model.CloseCode;
import io.tapgateway.protocol.transport.TextReceiver;
import io.tapgateway.transport.ws.http.RequestGate.Refusal;
import io.tapgateway.transport.ws.text.TextPort;
import io.tapgateway.transport.ws.text.TextPortSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;
import org.junit.jupiter.api.Test;

class RequestGateTest {
    private static final String UPGRADE = """
            Upgrade: websocket\r
            Connection: Upgrade\r
            Sec-WebSocket-Version: 13\r
            Sec-WebSocket-Key: AAECAwQFBgcICQoLDA0ODw==\r
            """;

    private final List<RequestHead> judged = new CopyOnWriteArrayList<>();
    private final List<InetSocketAddress> peers = new CopyOnWriteArrayList<>();

    @Test
    void a_refused_request_is_answered_and_its_connection_ends() throws Exception {
        try (TextPort sockets = sockets();
                LoopbackHttpServer server = server(sockets)) {
            String answer = say(server, "GET /no?a=b HTTP/1.1\r\n", "X-Twice: 1\r\nX-Twice: 2\r\n");

            assertThat(answer)
                    .startsWith("HTTP/1.1 401")
                    .contains("WWW-Authenticate: Bearer\r\n", "Content-Type: text/plain")
                    .endsWith("\r\n\r\nnot you");
            assertThat(judged).hasSize(1);
            assertThat(judged.get(0).target()).isEqualTo("/no?a=b");
            assertThat(judged.get(0).values("x-twice")).containsExactly("1", "2");
            assertThat(peers).allMatch(it -> it.getAddress().isLoopbackAddress());
        }
    }

    @Test
    void W006_a_WebSocket_is_refused_with_the_same_words_and_not_opened() throws Exception {
        try (TextPort sockets = sockets();
                LoopbackHttpServer server = server(sockets)) {
            assertThat(say(server, "GET /no HTTP/1.1\r\n", UPGRADE)).startsWith("HTTP/1.1 401");
            assertThat(sockets.hasConnections()).isFalse();
        }
    }

    @Test
    void W005_behind_the_gate_a_page_may_open_a_WebSocket() throws Exception {
        try (TextPort sockets = sockets();
                LoopbackHttpServer server = server(sockets);
                Socket page = connect(server)) {
            send(page, server, "GET /ws HTTP/1.1\r\n", "Origin: file://\r\n" + UPGRADE);

            assertThat(new String(page.getInputStream().readNBytes(12), StandardCharsets.ISO_8859_1))
                    .isEqualTo("HTTP/1.1 101");
        }
    }

    @Test
    void a_request_that_may_go_on_is_handled_with_its_body() throws Exception {
        try (TextPort sockets = sockets();
                LoopbackHttpServer server = server(sockets)) {
            assertThat(say(server, "POST / HTTP/1.1\r\n", "Connection: close\r\nContent-Length: 4\r\n", "body"))
                    .startsWith("HTTP/1.1 200")
                    .endsWith("heard body");
        }
    }

    private Optional<Refusal> judge(RequestHead head, InetSocketAddress peer, int port) {
        judged.add(head);
        peers.add(peer);
        return head.path().startsWith("/no")
                ? Optional.of(new Refusal(401, "text/plain", "not you", Map.of("WWW-Authenticate", "Bearer")))
                : Optional.empty();
    }

    private static TextPort sockets() {
        return TextPort.behindGate(
                "/ws",
                (socket, port) -> new TextReceiver() {
                    @Override
                    public int maxLength() {
                        return 1;
                    }

                    @Override
                    public void received(String text) {}

                    @Override
                    public void closed(CloseCode why) {}
                },
                () -> true,
                TextPortSettings.OF_LINKS);
    }

    private LoopbackHttpServer server(TextPort sockets) throws IOException {
        HttpHandler echo = new HttpHandler() {
            @Override
            public void service(Request request, Response response) throws IOException {
                try (var body = request.getInputStream()) {
                    response.getWriter().write("heard " + new String(body.readAllBytes(), StandardCharsets.UTF_8));
                }
            }
        };
        LoopbackHttpServer server = LoopbackHttpServer.named("test")
                .requestThreads(1)
                .addOn(new RequestGate(this::judge))
                .addOn(sockets.addOn())
                .handler(echo, "/")
                .listen();
        sockets.listeningOn(server.port());
        return server;
    }

    private static String say(LoopbackHttpServer server, String line, String headers) throws IOException {
        return say(server, line, headers, "");
    }

    private static String say(LoopbackHttpServer server, String line, String headers, String body) throws IOException {
        try (Socket socket = connect(server)) {
            send(socket, server, line, headers + "\r\n" + body, "");
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    private static Socket connect(LoopbackHttpServer server) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        socket.setSoTimeout(10_000);
        return socket;
    }

    private static void send(Socket socket, LoopbackHttpServer server, String line, String headers) throws IOException {
        send(socket, server, line, headers, "\r\n");
    }

    private static void send(Socket socket, LoopbackHttpServer server, String line, String rest, String end)
            throws IOException {
        String text = line + "Host: 127.0.0.1:" + server.port() + "\r\n" + rest + end;
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }
}
