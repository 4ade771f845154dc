package io.tapgateway.transport.ws;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.runtime.transport.Peer;
import io.tapgateway.runtime.transport.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Requests byte by byte against a real port, because that is where they are dangerous. */
class HandshakeTest {
    private static final RecordingPort GATEWAY = new RecordingPort();
    private static final String CRLF = "\r\n";
    private static WebSocketTransport transport;

    @BeforeAll
    static void listen() throws Exception {
        transport =
                WebSocketTransport.listen(GATEWAY, WebSocketSettings.standard().withPort(0));
    }

    @AfterAll
    static void stop() {
        transport.close();
    }

    /** A request in parts, so that each case says only what it does differently. */
    private static final class Request {
        private String requestLine = "GET / HTTP/1.1";
        private final List<String> lines = new ArrayList<>(List.of(
                "Host: 127.0.0.1:PORT",
                "Upgrade: websocket",
                "Connection: Upgrade",
                "Sec-WebSocket-Version: 13",
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="));
        private String lineEnd = CRLF;
        private String behind = "";

        Request line(String requestLine) {
            this.requestLine = requestLine;
            return this;
        }

        Request without(String header) {
            lines.removeIf(line -> line.startsWith(header + ":"));
            return this;
        }

        Request with(String line) {
            lines.add(line);
            return this;
        }

        Request instead(String header, String line) {
            return without(header).with(line);
        }

        Request ending(String lineEnd) {
            this.lineEnd = lineEnd;
            return this;
        }

        Request followedBy(String bytes) {
            this.behind = bytes;
            return this;
        }

        String bytes() {
            String head = requestLine + lineEnd + String.join(lineEnd, lines) + lineEnd + lineEnd + behind;
            return head.replace("PORT", String.valueOf(transport.port()));
        }
    }

    private static Request request() {
        return new Request();
    }

    private static Request host(String host) {
        return request().instead("Host", "Host: " + host);
    }

    private static Request origin(String origin) {
        return request().with("Origin: " + origin);
    }

    private static Arguments of(String name, int status, Request request) {
        return Arguments.of(name, status, request);
    }

    static Stream<Arguments> hosts() {
        return Stream.of(
                of("IPv4", 101, host("127.0.0.1:PORT")),
                of("IPv6", 101, host("[::1]:PORT")),
                of("name", 101, host("localhost:PORT")),
                of("name in capitals", 101, host("LOCALHOST:PORT")),
                of("header name in capitals", 101, request().instead("Host", "HOST: localhost:PORT")),
                of("blanks around it", 101, request().instead("Host", "Host: \t localhost:PORT \t")),
                of("another site", 403, host("evil.com:PORT")),
                of("another site as a domain of ours", 403, host("localhost.evil.com:PORT")),
                of("a domain that resolves to us", 403, host("127.0.0.1.nip.io:PORT")),
                of("any address", 403, host("0.0.0.0:PORT")),
                of("another loopback address", 403, host("127.0.0.2:PORT")),
                of("a short form of the address", 403, host("127.1:PORT")),
                of("the address as a number", 403, host("2130706433:PORT")),
                of("IPv6 with a zone", 403, host("[::1%25lo]:PORT")),
                of("IPv6 written out", 403, host("[0:0:0:0:0:0:0:1]:PORT")),
                of("IPv6 without brackets", 403, host("::1:PORT")),
                of("IPv4 in IPv6", 403, host("[::ffff:127.0.0.1]:PORT")),
                of("trailing dot", 403, host("localhost.:PORT")),
                of("no port", 403, host("localhost")),
                of("another port", 403, host("localhost:1")),
                of("port with a leading zero", 403, host("localhost:0PORT")),
                of("empty port", 403, host("localhost:")),
                of("a user in it", 403, host("evil@localhost:PORT")),
                of("a list", 403, host("localhost:PORT, evil.com")),
                of("empty", 403, host("")),
                of("missing", 403, request().without("Host")),
                of("twice", 403, request().with("Host: localhost:PORT")),
                of("twice, the second foreign", 403, request().with("Host: evil.com")),
                of("forwarded host is not believed", 403, host("evil.com").with("X-Forwarded-Host: localhost:PORT")),
                of("forwarded host does no harm", 101, request().with("X-Forwarded-Host: evil.com")),
                of("absolute target", 101, request().line("GET http://127.0.0.1:PORT/ HTTP/1.1")),
                of("absolute target without path", 101, request().line("GET http://127.0.0.1:PORT HTTP/1.1")),
                of("absolute target elsewhere", 403, request().line("GET http://evil.com/ HTTP/1.1")),
                of("absolute target by another name", 403, request().line("GET http://localhost:PORT/ HTTP/1.1")),
                of("foreign host, plain request", 403, host("evil.com:PORT").without("Upgrade")),
                of("foreign host, other path", 403, host("evil.com:PORT").line("GET /secret HTTP/1.1")));
    }

    static Stream<Arguments> origins() {
        return Stream.of(
                of("none", 101, request()),
                of("a page of this machine", 101, origin("http://localhost:5173")),
                of("a page elsewhere, which still has to pair", 101, origin("https://example.com")),
                of("with a port", 101, origin("https://example.com:8443")),
                of("IPv6", 101, origin("http://[::1]:5173")),
                of("trailing dot", 101, origin("https://example.com.")),
                of("an extension", 101, origin("chrome-extension://abcdefghijklmnop")),
                of("domain of ours elsewhere", 101, origin("http://localhost.evil.com")),
                of("opaque", 403, origin("null")),
                of("opaque in capitals", 403, origin("NULL")),
                of("a file", 403, origin("file://")),
                of("a file with a path", 403, origin("file:///home/me/x.html")),
                of("empty", 403, origin("")),
                of("capitals", 403, origin("HTTPS://EXAMPLE.COM")),
                of("a path", 403, origin("https://example.com/")),
                of("a query", 403, origin("https://example.com?x")),
                of("a user", 403, origin("http://localhost:9400@evil")),
                of("no scheme", 403, origin("example.com")),
                of("no host", 403, origin("https://")),
                of("empty label", 403, origin("https://a..b")),
                of("default port", 403, origin("https://example.com:443")),
                of("port zero", 403, origin("https://example.com:0")),
                of("port too large", 403, origin("https://example.com:65536")),
                of("wildcard", 403, origin("https://*.example.com")),
                of("wildcard alone", 403, origin("*")),
                of("a list", 403, origin("https://a.com https://b.com")),
                of("a list with comma", 403, origin("https://a.com, https://b.com")),
                of("not ASCII", 403, origin("https://ex\u00e4mple.com")),
                of("long", 403, origin("https://" + "a".repeat(600) + ".com")),
                of("twice", 403, origin("https://a.com").with("Origin: https://a.com")),
                of("twice, one opaque", 403, origin("https://a.com").with("Origin: null")),
                of("old header is not an origin", 101, request().with("Sec-WebSocket-Origin: null")));
    }

    static Stream<Arguments> resources() {
        return Stream.of(
                of("another path", 404, request().line("GET /secret HTTP/1.1")),
                of("a longer path", 404, request().line("GET // HTTP/1.1")),
                of("a query", 404, request().line("GET /?token=x HTTP/1.1")),
                of("a fragment", 404, request().line("GET /#x HTTP/1.1")),
                of("an encoded path", 404, request().line("GET /%2e HTTP/1.1")),
                of("no path", 404, request().line("GET * HTTP/1.1")),
                of("another path, another method", 404, request().line("POST /api HTTP/1.1")),
                of("POST", 405, request().line("POST / HTTP/1.1")),
                of("HEAD", 405, request().line("HEAD / HTTP/1.1")),
                of("OPTIONS", 405, request().line("OPTIONS / HTTP/1.1").with("Origin: https://example.com")),
                of("CONNECT", 404, request().line("CONNECT 127.0.0.1:PORT HTTP/1.1")),
                of("lower-case method", 405, request().line("get / HTTP/1.1")),
                of("plain request", 426, request().without("Upgrade").without("Connection")),
                of("no Upgrade", 426, request().without("Upgrade")),
                of("no Connection", 426, request().without("Connection")),
                of("upgrade to something else", 426, request().instead("Upgrade", "Upgrade: h2c")),
                of("Connection among others", 101, request().instead("Connection", "Connection: keep-alive, Upgrade")),
                of("Upgrade among others", 426, request().instead("Upgrade", "Upgrade: h2c, websocket")),
                of("Upgrade twice", 426, request().with("Upgrade: websocket")),
                of("Upgrade with a version", 426, request().instead("Upgrade", "Upgrade: websocket/13")),
                of("Upgrade in capitals", 101, request().instead("Upgrade", "Upgrade: WebSocket")),
                of("plain request of a page", 426, origin("https://example.com").without("Upgrade")),
                of("opaque page, plain request", 403, origin("null").without("Upgrade")));
    }

    static Stream<Arguments> heads() {
        return Stream.of(
                of("HTTP/1.0", 400, request().line("GET / HTTP/1.0")),
                of("HTTP/1.2", 400, request().line("GET / HTTP/1.2")),
                of("HTTP/2", 400, request().line("PRI * HTTP/2.0")),
                of("no version", 400, request().line("GET /")),
                of("two blanks", 400, request().line("GET  / HTTP/1.1")),
                of("a tab for a blank", 400, request().line("GET\t/ HTTP/1.1")),
                of("empty line first", 400, request().line("\r\nGET / HTTP/1.1")),
                of("TLS", 400, request().line("\u0016\u0003\u0001 / HTTP/1.1")),
                of("folded line", 400, request().with("X-Long: a\r\n b")),
                of("folded Host", 400, host("\r\n localhost:PORT")),
                of("blank before colon", 400, request().instead("Host", "Host : localhost:PORT")),
                of("line without colon", 400, request().with("Nonsense")),
                of("header without name", 400, request().with(": x")),
                of("bare LF in a value", 400, request().with("X: a\nOrigin: https://evil.com")),
                of("bare CR in a value", 400, request().with("X: a\rb")),
                of("NUL in a value", 400, request().with("X: a\u0000b")),
                of("not ASCII in a name", 400, request().with("X\u00e4: a")),
                of("Content-Length", 400, request().with("Content-Length: 5")),
                of("Content-Length of zero, as the JDK sends", 101, request().with("Content-Length: 0")),
                of(
                        "Content-Length of zero twice",
                        400,
                        request().with("Content-Length: 0").with("Content-Length: 0")),
                of("Content-Length of zero at length", 400, request().with("Content-Length: 00")),
                of("Transfer-Encoding", 400, request().with("Transfer-Encoding: chunked")),
                of("two keys", 400, request().with("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==")),
                of("no key", 400, request().without("Sec-WebSocket-Key")),
                of("short key", 400, request().instead("Sec-WebSocket-Key", "Sec-WebSocket-Key: AAAA")),
                of(
                        "key that is no Base64",
                        400,
                        request().instead("Sec-WebSocket-Key", "Sec-WebSocket-Key: " + "!".repeat(24))),
                of("two versions", 400, request().with("Sec-WebSocket-Version: 13")),
                of(
                        "two lists of protocols",
                        400,
                        request().with("Sec-WebSocket-Protocol: a").with("Sec-WebSocket-Protocol: b")),
                of("version 8", 426, request().instead("Sec-WebSocket-Version", "Sec-WebSocket-Version: 8")),
                of("version 013", 426, request().instead("Sec-WebSocket-Version", "Sec-WebSocket-Version: 013")),
                of(
                        "versions in a list",
                        426,
                        request().instead("Sec-WebSocket-Version", "Sec-WebSocket-Version: 13, 8")),
                of("no version of the protocol", 426, request().without("Sec-WebSocket-Version")),
                of("frames before the answer", 400, request().followedBy("\u0081\u0080\u0000\u0000\u0000\u0000")),
                of("a second request behind", 400, request().followedBy("GET /secret HTTP/1.1\r\n\r\n")),
                of("64 headers", 101, headers(64)),
                of("65 headers", 431, headers(65)),
                of("8,192 bytes", 101, sized(8_192)),
                of("8,193 bytes", 431, sized(8_193)),
                of("endless first line", 431, request().line("GET /" + "a".repeat(20_000))));
    }

    private static Request headers(int count) {
        Request request = request();
        for (int i = request.lines.size(); i < count; i++) {
            request.with("X-" + i + ": x");
        }
        return request;
    }

    private static Request sized(int bytes) {
        String filler = "X: ";
        int missing = bytes - request().with(filler).bytes().length();
        return request().with(filler + "x".repeat(missing));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("hosts")
    void D014_the_host_must_be_ours(String name, int status, Request request) throws Exception {
        assertAnswer(status, request);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("origins")
    void D014_the_origin_must_name_a_page(String name, int status, Request request) throws Exception {
        assertAnswer(status, request);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("resources")
    void D013_there_is_nothing_but_a_websocket(String name, int status, Request request) throws Exception {
        assertAnswer(status, request);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("heads")
    void T30_a_request_has_one_meaning_or_none(String name, int status, Request request) throws Exception {
        assertAnswer(status, request);
    }

    @Test
    void T30_bare_line_feeds_end_no_line() throws Exception {
        try (RawClient client = RawClient.dial("127.0.0.1", transport.port())) {
            assertThat(RawClient.status(client.request(request().ending("\n").bytes() + CRLF + CRLF)))
                    .isEqualTo(400);
        }
    }

    @Test
    void a_request_may_come_byte_by_byte() throws Exception {
        try (RawClient client = RawClient.dial("127.0.0.1", transport.port())) {
            for (char c : request().bytes().toCharArray()) {
                client.sendRaw(new byte[] {(byte) c});
            }

            assertThat(RawClient.status(client.readHead())).isEqualTo(101);
        }
    }

    @Test
    void D015_neither_subprotocol_nor_extension_is_chosen() throws Exception {
        String answer = answerTo(request()
                .with("Sec-WebSocket-Protocol: chat, superchat")
                .with("Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits"));

        assertThat(answer).startsWith("HTTP/1.1 101 ");
        assertThat(answer.toLowerCase(java.util.Locale.ROOT))
                .contains("sec-websocket-accept: s3pplmbitxaq9kygzzhzrbk+xoo=")
                .doesNotContain("sec-websocket-protocol")
                .doesNotContain("sec-websocket-extensions");
    }

    @Test
    void D003_D013_a_refusal_has_no_body_no_cors_header_and_no_redirect() throws Exception {
        String answer = answerTo(origin("https://example.com").line("GET /secret HTTP/1.1"));

        assertThat(answer).isEqualTo("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    }

    @Test
    void D020_whom_the_gateway_turns_away_gets_its_status_and_no_session() throws Exception {
        for (Refusal refusal : Refusal.values()) {
            GATEWAY.refusal = Optional.of(refusal);
            try {
                assertAnswer(refusal == Refusal.ORIGIN_NOT_ADMITTED ? 403 : 503, origin("https://example.com"));
            } finally {
                GATEWAY.refusal = Optional.empty();
            }
        }
    }

    @Test
    void the_gateway_is_asked_and_told_about_the_origin() throws Exception {
        GATEWAY.asked.clear();
        GATEWAY.links.clear();

        answerTo(origin("https://example.com"));
        Peer first = GATEWAY.opened().peer;
        answerTo(request());
        Peer second = GATEWAY.opened().peer;

        Peer page = new Peer.Remote(Optional.of("https://example.com"));
        Peer program = new Peer.Remote(Optional.empty());
        assertThat(GATEWAY.asked).containsExactly(page, program);
        assertThat(List.of(first, second)).containsExactly(page, program);
    }

    private static String answerTo(Request request) throws Exception {
        try (RawClient client = RawClient.dial("127.0.0.1", transport.port())) {
            return client.request(request.bytes());
        }
    }

    private static void assertAnswer(int status, Request request) throws Exception {
        GATEWAY.links.clear();
        try (RawClient client = RawClient.dial("127.0.0.1", transport.port())) {
            String answer = client.request(request.bytes());

            assertThat(RawClient.status(answer)).as(answer).isEqualTo(status);
            if (status == 101) {
                GATEWAY.opened();
            } else {
                assertThat(client.isEnded()).as("the connection ends").isTrue();
                assertThat(GATEWAY.links).isEmpty();
            }
        }
    }
}
