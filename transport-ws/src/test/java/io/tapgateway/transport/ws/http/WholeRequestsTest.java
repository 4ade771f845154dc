package io.tapgateway.transport.ws.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.glassfish.grizzly.http.server.HttpHandler;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One request thread, a clock that stands still unless it is set, and whatever bytes one likes. */
@Timeout(60)
class WholeRequestsTest {
    private static final int PATIENCE_MILLIS = 30_000;
    private static final int MAX_BODY_BYTES = 100_000;
    private static final String KNOWN = "Secret: yes\r\n";

    private final AtomicLong nanos = new AtomicLong();
    private final Semaphore waiting = new Semaphore(0);
    private final List<Socket> sockets = new ArrayList<>();
    private final LoopbackHttpServer server;

    WholeRequestsTest() throws IOException {
        HttpHandler echo = new HttpHandler() {
            @Override
            public void service(Request request, Response response) throws IOException {
                try (var body = request.getInputStream()) {
                    byte[] read = body.readAllBytes();
                    if (new String(read, StandardCharsets.ISO_8859_1).equals("wait")
                            && !LoopbackHttpServer.isCrowded(request)) {
                        response.suspend();
                        waiting.release();
                        return;
                    }
                    response.setContentLength(read.length);
                    response.getOutputStream().write(read);
                }
            }
        };
        server = LoopbackHttpServer.named("collecting")
                .requestThreads(1)
                .collecting(
                        (head, port) ->
                                head.single("secret").filter("yes"::equals).isPresent(),
                        MAX_BODY_BYTES,
                        nanos::get)
                .handler(echo, "/")
                .listen();
    }

    @AfterEach
    void close() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        server.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {6, 60, 600})
    void T52_requests_that_never_come_whole_hold_up_nobody(int trickling) throws Exception {
        for (int i = 0; i < trickling; i++) {
            send(dial(), post("", 1_000) + "x");
        }

        for (int i = 0; i < 20; i++) {
            assertThat(ask(dial(), post(KNOWN, 5) + "known")).endsWith("known");
            assertThat(ask(dial(), post("", 9) + "anonymous")).endsWith("anonymous");
        }
    }

    @Test
    void T52_an_anonymous_request_has_two_seconds_and_a_known_one_longer() throws Exception {
        String waiting = "Expect: 100-continue\r\n";
        Socket anonymous = sent(post(waiting, 5));
        Socket known = sent(post(KNOWN + waiting, 5));
        for (Socket begun : List.of(anonymous, known)) {
            assertThat(readUntil(begun, "\r\n\r\n")).as("it has been read").contains("100 Continue");
        }

        pass(RequestLimits.ANONYMOUS_REQUEST);

        assertThat(toTheEnd(anonymous)).startsWith("HTTP/1.1 408 ").contains("\"TIMED_OUT\"");
        assertThat(ask(known, "known")).endsWith("known");
    }

    @Test
    void T52_the_body_of_an_anonymous_request_has_a_limit_of_its_own() throws Exception {
        String most = "x".repeat(RequestLimits.MAX_ANONYMOUS_BODY_BYTES);

        assertThat(ask(dial(), post("", most.length()) + most)).endsWith(most);
        assertThat(toTheEnd(sent(post("", most.length() + 1))))
                .startsWith("HTTP/1.1 401 ")
                .contains("\"UNAUTHORIZED\"");
        assertThat(toTheEnd(sent(post("", MAX_BODY_BYTES + 1))))
                .startsWith("HTTP/1.1 413 ")
                .contains("\"PAYLOAD_TOO_LARGE\"");
        assertThat(ask(dial(), post(KNOWN, MAX_BODY_BYTES) + "x".repeat(MAX_BODY_BYTES)))
                .startsWith("HTTP/1.1 200 ");
        assertThat(toTheEnd(sent(post(KNOWN, MAX_BODY_BYTES + 1)))).startsWith("HTTP/1.1 413 ");
    }

    @Test
    void T52_who_reads_no_answers_gets_no_more_of_them() throws Exception {
        Socket deaf = dial();
        String body = "x".repeat(RequestLimits.MAX_ANONYMOUS_BODY_BYTES);

        assertThat(isCutWhileSending(deaf, post("", body.length()) + body)).isTrue();
        assertThat(ask(dial(), post("", 5) + "other")).endsWith("other");
    }

    @Test
    void T52_requests_that_wait_leave_connections_to_those_that_do_not() throws Exception {
        int most = RequestLimits.MAX_CONNECTIONS - RequestLimits.CONNECTIONS_FOR_QUICK_REQUESTS;
        for (int i = 0; i < most; i++) {
            send(dial(), post(KNOWN, 4) + "wait");
        }
        waiting.acquire(most);

        for (int i = 0; i < RequestLimits.CONNECTIONS_FOR_QUICK_REQUESTS; i++) {
            assertThat(ask(dial(), post(KNOWN, 4) + "wait"))
                    .as("refused at once")
                    .endsWith("wait");
        }
        assertThat(ask(dial(), post(KNOWN, 5) + "quick")).endsWith("quick");
    }

    @Test
    void T57_a_connection_has_five_seconds_for_its_first_request() throws Exception {
        Socket silent = dial();
        Socket lineEnds = sent("\r\n\r\n");
        assertThat(ask(dial(), post("", 0))).as("the others are in").startsWith("HTTP/1.1 200 ");

        pass(RequestLimits.FIRST_REQUEST);

        assertThat(toTheEnd(silent)).isEmpty();
        assertThat(toTheEnd(lineEnds)).isEmpty();
    }

    @Test
    void T57_and_thirty_between_two() throws Exception {
        Socket resting = dial();
        assertThat(ask(resting, post(KNOWN, 5) + "first")).endsWith("first");
        pass(RequestLimits.BETWEEN_REQUESTS.minusNanos(1));
        assertThat(ask(resting, post(KNOWN, 6) + "second")).endsWith("second");
        assertThat(ask(dial(), post(KNOWN, 0)))
                .as("the thread is done with the other")
                .startsWith("HTTP/1.1 200 ");

        pass(RequestLimits.BETWEEN_REQUESTS);

        assertThat(toTheEnd(resting)).isEmpty();
    }

    @Test
    void T57_where_there_are_too_many_silent_ones_the_oldest_makes_room() throws Exception {
        for (int i = 0; i < 3 * RequestLimits.MAX_ANONYMOUS_CONNECTIONS; i++) {
            dial();
        }

        assertThat(ask(dial(), post(KNOWN, 5) + "known")).endsWith("known");
        assertThat(toTheEnd(sockets.get(0))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1\r\nHost: HERE\r\nX: a\r\n b\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: HERE\r\nX : a\r\n\r\n",
                "GET / HTTP/1.1\nHost: HERE\n\n\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: HERE\r\nX: a\nSecret: yes\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: HERE\r\nX: a\rb\r\n\r\n",
                "GET http://elsewhere.example/ HTTP/1.1\r\nHost: HERE\r\n\r\n",
                "GET HTTP://elsewhere.example HTTP/1.1\r\nHost: HERE\r\n\r\n",
                "GET http://HERE/ HTTP/1.1\r\n\r\n",
                "GET http://HERE/ HTTP/1.1\r\nHost: HERE\r\nHost: HERE\r\n\r\n",
                "GET / HTTP/1.0\r\nHost: HERE\r\n\r\n",
                "GET /\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: HERE\r\nUpgrade: websocket\r\nContent-Length: 2\r\n\r\n{}",
                "POST / HTTP/1.1\r\nHost: HERE\r\nUpgrade: WebSocket\r\nContent-Length: 0\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: HERE\r\nUpgrade: websocket\r\nContent-Length: 1\r\n\r\nx",
                "POST / HTTP/1.1\r\nHost: HERE\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\nx",
                "POST / HTTP/1.1\r\nHost: HERE\r\nContent-Length: +1\r\n\r\nx",
                "POST / HTTP/1.1\r\nHost: HERE\r\nContent-Length: 1, 1\r\n\r\nx",
                "POST / HTTP/1.1\r\nHost: HERE\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
            })
    void T58_a_request_has_one_meaning_or_none(String request) throws Exception {
        assertThat(toTheEnd(sent(request.replace("HERE", "127.0.0.1:" + server.port()))))
                .startsWith("HTTP/1.1 400 ")
                .contains("\r\nConnection: close\r\n")
                .contains("\"INVALID_REQUEST\"")
                .doesNotContain("HTTP/1.1 200");
    }

    @Test
    void a_whole_address_of_this_place_is_a_target_like_others() throws Exception {
        String here = "127.0.0.1:" + server.port();

        assertThat(ask(
                        dial(),
                        "POST http://" + here + "/x HTTP/1.1\r\nHost: " + here + "\r\nContent-Length: 2\r\n\r\nok"))
                .endsWith("ok");
    }

    @Test
    void a_body_without_a_length_is_not_taken() throws Exception {
        assertThat(toTheEnd(sent("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")))
                .startsWith("HTTP/1.1 411 ")
                .contains("\"LENGTH_REQUIRED\"");
    }

    @Test
    void a_head_that_is_too_large_is_not_taken() throws Exception {
        assertThat(toTheEnd(sent("GET / HTTP/1.1\r\nHost: x\r\nX: " + "a".repeat(HeadParser.MAX_BYTES))))
                .startsWith("HTTP/1.1 431 ")
                .contains("\"HEAD_TOO_LARGE\"");
    }

    @Test
    void requests_in_one_packet_are_answered_one_after_the_other() throws Exception {
        Socket socket = dial();

        send(socket, post(KNOWN, 5) + "first\r\n" + post("", 6) + "second" + post("", 5) + "third");

        assertThat(readUntil(socket, "first")).contains("HTTP/1.1 200");
        assertThat(readUntil(socket, "second")).contains("HTTP/1.1 200");
        assertThat(readUntil(socket, "third")).contains("HTTP/1.1 200");
    }

    @Test
    void a_request_may_come_byte_by_byte() throws Exception {
        Socket socket = dial();
        socket.setTcpNoDelay(true);

        for (char next : (post("", 4) + "body").toCharArray()) {
            send(socket, String.valueOf(next));
        }

        assertThat(readUntil(socket, "body")).startsWith("HTTP/1.1 200 ");
    }

    @Test
    void who_waits_for_leave_to_send_the_body_gets_it() throws Exception {
        Socket socket = sent(post("Expect: 100-continue\r\n", 4));

        assertThat(readUntil(socket, "\r\n\r\n")).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
        assertThat(ask(socket, "body")).startsWith("HTTP/1.1 200 ").endsWith("body");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nOrigin:\r\n"})
    void T30_what_the_library_overlooks_in_an_upgrade_is_refused_before_it(String headers) throws Exception {
        String upgrade = "GET /host HTTP/1.1\r\nHost: 127.0.0.1:" + server.port()
                + "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n" + headers + "\r\n";

        assertThat(toTheEnd(sent(upgrade))).startsWith("HTTP/1.1 400 ").contains("\"INVALID_REQUEST\"");
    }

    private String post(String headers, int length) {
        return "POST / HTTP/1.1\r\nHost: 127.0.0.1:" + server.port() + "\r\n" + headers + "Content-Length: " + length
                + "\r\n\r\n";
    }

    private Socket dial() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
        socket.setSoTimeout(PATIENCE_MILLIS);
        sockets.add(socket);
        return socket;
    }

    private Socket sent(String text) throws IOException {
        Socket socket = dial();
        send(socket, text);
        return socket;
    }

    /** A server that has had enough is no error. */
    private static void send(Socket socket, String text) throws IOException {
        try {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        } catch (SocketException e) {
            // What it said before can still be read.
        }
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    /** Sends and reads one answer, with its body. */
    private static String ask(Socket socket, String text) throws IOException {
        send(socket, text);
        String head = readUntil(socket, "\r\n\r\n");
        String length = head.replaceFirst("(?s).*Content-Length: ([0-9]+).*", "$1");
        return head
                + new String(socket.getInputStream().readNBytes(Integer.parseInt(length)), StandardCharsets.ISO_8859_1);
    }

    private static String readUntil(Socket socket, String end) throws IOException {
        StringBuilder read = new StringBuilder();
        while (read.length() < end.length()
                || !read.substring(read.length() - end.length()).equals(end)) {
            int next = socket.getInputStream().read();
            if (next < 0) {
                throw new IOException("The connection ended after: " + read);
            }
            read.append((char) next);
        }
        return read.toString();
    }

    /** In good order or not: what counts is that there is an end. */
    private static String toTheEnd(Socket socket) throws IOException {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        try {
            socket.getInputStream().transferTo(read);
        } catch (SocketException e) {
            return read.toString(StandardCharsets.ISO_8859_1);
        }
        return read.toString(StandardCharsets.ISO_8859_1);
    }

    private static boolean isCutWhileSending(Socket socket, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        try {
            for (int i = 0; i < 10_000; i++) {
                socket.getOutputStream().write(bytes);
            }
        } catch (SocketException e) {
            return true;
        }
        return false;
    }
}
