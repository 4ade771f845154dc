package io.tapgateway.transport.ws;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.runtime.transport.Peer;
import io.tapgateway.runtime.transport.Refusal;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The answer to the one request of a connection; what malformed ones get, hostile.HostileHandshakesTest knows. */
class HandshakeTest {
    private static final WelcomingPort GATEWAY = new WelcomingPort();
    private static final String ORIGIN = "Origin: https://example.com";

    @AutoClose
    private static WebSocketTransport transport;

    @BeforeAll
    static void listen() throws Exception {
        transport =
                WebSocketTransport.listen(GATEWAY, WebSocketSettings.standard().withPort(0));
    }

    @Test
    void a_request_may_come_byte_by_byte() throws Exception {
        try (RawClient client = RawClient.dial("127.0.0.1", transport.port())) {
            for (char c : request().toCharArray()) {
                client.sendRaw(new byte[] {(byte) c});
            }

            assertThat(RawClient.status(client.readHead())).isEqualTo(101);
            GATEWAY.opened();
        }
    }

    @Test
    void D015_neither_subprotocol_nor_extension_is_chosen() throws Exception {
        String answer = answerTo(request(
                "Sec-WebSocket-Protocol: chat, superchat",
                "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits"));

        GATEWAY.opened();
        assertThat(answer).startsWith("HTTP/1.1 101 ");
        assertThat(answer.toLowerCase(java.util.Locale.ROOT))
                .contains("sec-websocket-accept: icx+yqv66kxgm0fcwalwlflwtai=")
                .doesNotContain("sec-websocket-protocol")
                .doesNotContain("sec-websocket-extensions");
    }

    @Test
    void D003_D013_a_refusal_has_no_body_no_cors_header_and_no_redirect() throws Exception {
        String answer = answerTo(request(ORIGIN).replace("GET / ", "GET /secret "));

        assertThat(answer).isEqualTo("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    }

    @Test
    void D020_whom_the_gateway_turns_away_gets_its_status_and_no_session() throws Exception {
        GATEWAY.links.clear();
        for (Refusal refusal : Refusal.values()) {
            GATEWAY.refusal = Optional.of(refusal);
            try {
                assertRefused(refusal == Refusal.ORIGIN_NOT_ADMITTED ? 403 : 503, request(ORIGIN));
            } finally {
                GATEWAY.refusal = Optional.empty();
            }
        }
    }

    @Test
    void the_gateway_is_asked_and_told_about_the_origin() throws Exception {
        GATEWAY.asked.clear();
        GATEWAY.links.clear();

        answerTo(request(ORIGIN));
        Peer first = GATEWAY.opened().peer;
        answerTo(request());
        Peer second = GATEWAY.opened().peer;

        Peer page = new Peer.Remote(Optional.of("https://example.com"));
        Peer program = new Peer.Remote(Optional.empty());
        assertThat(GATEWAY.asked).containsExactly(page, program);
        assertThat(List.of(first, second)).containsExactly(page, program);
    }

    private static String request(String... moreLines) {
        return RawClient.handshake(transport.port(), moreLines);
    }

    private static String answerTo(String request) throws Exception {
        try (RawClient client = RawClient.dial("127.0.0.1", transport.port())) {
            return client.request(request);
        }
    }

    private static void assertRefused(int status, String request) throws Exception {
        try (RawClient client = RawClient.dial("127.0.0.1", transport.port())) {
            String answer = client.request(request);

            assertThat(RawClient.status(answer)).as(answer).isEqualTo(status);
            assertThat(client.isEnded()).as("the connection ends").isTrue();
            assertThat(GATEWAY.links).isEmpty();
        }
    }
}
