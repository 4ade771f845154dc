package io.tapgateway.app.control;

import static io.tapgateway.app.control.ApiFixture.assertLooksLike;
import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.app.control.event.ServerSentEvent;
import io.tapgateway.app.feed.EventClient;
import io.tapgateway.app.session.NewSession;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.transport.Peer;
import io.tapgateway.testkit.Captures;
import io.tapgateway.testkit.Inbox;
import io.tapgateway.testkit.LinkWire;
import io.tapgateway.testkit.ScriptedPeer;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The control port over real HTTP. */
@Timeout(30)
class ControlPortTest {
    private static final String HELLO = "{\"type\":\"hello\",\"protocolVersion\":2,\"name\":\"greeter\",\"tools\":["
            + "{\"name\":\"greet\",\"description\":\"Greets somebody\",\"parameters\":{}}]}";
    private static final String CALL = "api/sessions/main/tools/greet/call";

    private final AtomicLong nanos = new AtomicLong();
    private final PortFixture fixture;

    ControlPortTest() throws Exception {
        fixture = new PortFixture(nanos::get);
        fixture.sessions.open(NewSession.of("main", "main", Optional.empty()));
    }

    @AfterEach
    void stop() {
        fixture.close();
    }

    @Test
    void answers_the_owner_in_json_without_leave_to_share_or_keep_it() throws Exception {
        HttpResponse<String> response =
                fixture.send(fixture.fromOwner("api/health").GET());

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("content-type")).contains("application/json; charset=utf-8");
        assertThat(response.headers().firstValue("cache-control")).contains("no-store");
        assertThat(response.headers().map().keySet()).noneMatch(name -> name.startsWith("access-control"));
        assertLooksLike(ApiFixture.parsed(response.body()), "{'status':'ok','*':'*'}");
    }

    @Test
    void tells_strangers_nothing_not_even_what_exists() throws Exception {
        for (String path : List.of("api/health", "api/events", "api/nothing", "nothing", "views/")) {
            HttpResponse<String> response = fixture.send(fixture.request(path).GET());

            assertThat(response.statusCode()).isEqualTo(401);
            assertThat(response.headers().firstValue("www-authenticate")).contains("Bearer");
            assertLooksLike(ApiFixture.parsed(response.body()), "{'error':{'code':'UNAUTHORIZED','message':'*'}}");
        }
    }

    @Test
    void T01_refuses_pages_even_with_the_token_and_without_cors_headers() throws Exception {
        HttpResponse<String> response = fixture.send(fixture.fromOwner("api/health")
                .header("Origin", "https://evil.com")
                .GET());

        assertThat(response.statusCode()).isEqualTo(403);
        assertThat(response.headers().map().keySet()).noneMatch(name -> name.startsWith("access-control"));
    }

    @Test
    void T02_refuses_other_hosts_and_targets_that_contradict_the_host() throws Exception {
        String auth = "Authorization: Bearer owner-secret\r\n\r\n";

        assertThat(raw("GET /api/health HTTP/1.1\r\nHost: evil.com:" + fixture.port() + "\r\n" + auth))
                .startsWith("HTTP/1.1 403");
        assertThat(raw("GET http://evil.com:" + fixture.port() + "/api/health HTTP/1.1\r\nHost: 127.0.0.1:"
                        + fixture.port() + "\r\n" + auth))
                .startsWith("HTTP/1.1 400");
        assertThat(raw("GET /api/health HTTP/1.1\r\nHost: 127.0.0.1:" + fixture.port() + "\r\n" + auth))
                .startsWith("HTTP/1.1 200");
    }

    @ParameterizedTest
    @ValueSource(ints = {6, 60, 600})
    void T52_the_owner_is_answered_while_others_never_finish_signing_in(int others) throws Exception {
        List<Socket> trickling = new ArrayList<>();
        try {
            for (int i = 0; i < others; i++) {
                Socket socket = socket();
                trickling.add(socket);
                write(
                        socket,
                        "POST /api/sign-in/links HTTP/1.1\r\nHost: 127.0.0.1:" + fixture.port()
                                + "\r\nContent-Length: 1000\r\n\r\n{");
            }

            for (int i = 0; i < 20; i++) {
                HttpRequest status = fixture.fromOwner("api/health")
                        .timeout(Duration.ofSeconds(20))
                        .build();
                assertThat(fixture.http
                                .send(status, HttpResponse.BodyHandlers.ofString())
                                .statusCode())
                        .isEqualTo(200);
            }
        } finally {
            for (Socket socket : trickling) {
                socket.close();
            }
        }
    }

    @Test
    void T57_calls_and_listeners_of_the_owner_may_be_silent_for_as_long_as_they_like() throws Exception {
        ScriptedPeer provider = provider();
        CompletableFuture<HttpResponse<String>> call = fixture.http.sendAsync(
                fixture.fromOwner(CALL)
                        .POST(HttpRequest.BodyPublishers.noBody())
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        provider.receives("{\"type\":\"tool.call\",\"id\":\"$call\",\"*\":\"*\"}");
        HttpResponse<InputStream> listener = fixture.http.send(
                fixture.fromOwner("api/events?session=main").GET().build(), HttpResponse.BodyHandlers.ofInputStream());
        Socket silent = socket();

        nanos.addAndGet(Duration.ofHours(1).toNanos());

        assertThat(readToTheEnd(silent.getInputStream())).isEmpty();
        provider.sends("{\"type\":\"tool.result\",\"id\":\"$call\",\"data\":1}");
        assertThat(call.get().body()).startsWith("{\"ok\":true");
        push("main", "hello");
        BufferedReader lines = new BufferedReader(new InputStreamReader(listener.body(), StandardCharsets.UTF_8));
        assertThat(nextEvent(lines).getValue()).isNotEmpty();
        silent.close();
        listener.body().close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X: a\r\n b\r\n",
                "X : a\r\n",
                "X: a\nY: b\r\n",
                "Transfer-Encoding: chunked\r\nContent-Length: 0\r\n",
            })
    void T58_refuses_heads_that_can_be_read_in_two_ways_even_of_the_owner(String lines) throws Exception {
        assertThat(raw("GET /api/health HTTP/1.1\r\nHost: 127.0.0.1:" + fixture.port() + "\r\n" + lines
                        + "Authorization: Bearer owner-secret\r\n\r\n"))
                .startsWith("HTTP/1.1 400");
    }

    @Test
    void many_calls_wait_at_once_without_a_thread_each() throws Exception {
        ScriptedPeer provider = provider();
        int calls = 100;

        List<CompletableFuture<HttpResponse<String>>> replies = IntStream.range(0, calls)
                .mapToObj(i -> fixture.http.sendAsync(
                        fixture.fromOwner(CALL)
                                .POST(HttpRequest.BodyPublishers.ofString("{\"args\":{\"n\":" + i + "}}"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString()))
                .toList();
        List<String> ids = IntStream.range(0, calls)
                .mapToObj(i -> provider.next().orElseThrow())
                .map(frame -> ApiFixture.parsed(((Inbox.Frame.Text) frame).text())
                        .get("id")
                        .orElseThrow()
                        .asString())
                .toList();
        assertThat(fixture.send(fixture.fromOwner("api/health").GET()).statusCode())
                .isEqualTo(200);
        ids.forEach(id -> provider.sends("{\"type\":\"tool.result\",\"id\":\"" + id + "\",\"data\":\"done\"}"));

        for (CompletableFuture<HttpResponse<String>> reply : replies) {
            assertLooksLike(ApiFixture.parsed(reply.get().body()), "{'ok':true,'data':'done','durationMs':'*'}");
        }
    }

    @Test
    void carries_a_result_of_almost_five_megabytes() throws Exception {
        ScriptedPeer provider = provider();
        String data = "x".repeat(5_000_000);

        CompletableFuture<HttpResponse<String>> reply = fixture.http.sendAsync(
                fixture.fromOwner(CALL)
                        .POST(HttpRequest.BodyPublishers.noBody())
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        provider.receives("{\"type\":\"tool.call\",\"id\":\"$call\",\"*\":\"*\"}")
                .sends("{\"type\":\"tool.result\",\"id\":\"$call\",\"data\":\"" + data + "\"}");

        assertThat(reply.get().body()).startsWith("{\"ok\":true,\"data\":\"" + data + "\"");
    }

    @Test
    void D233_a_call_ends_with_the_request_that_made_it() throws Exception {
        ScriptedPeer provider = provider();

        try (Socket socket = socket()) {
            socket.getOutputStream().write(rawCall().getBytes(StandardCharsets.US_ASCII));
            provider.receives("{\"type\":\"tool.call\",\"id\":\"$call\",\"*\":\"*\"}");
        }

        provider.receives("{\"type\":\"tool.cancel\",\"id\":\"$call\",\"reason\":\"host\",\"*\":\"*\"}");
    }

    @Test
    void line_ends_behind_a_request_are_no_request() throws Exception {
        ScriptedPeer provider = provider();

        try (Socket socket = socket()) {
            socket.getOutputStream().write((rawCall() + "\r\n").getBytes(StandardCharsets.US_ASCII));
            provider.receives("{\"type\":\"tool.call\",\"id\":\"$call\",\"*\":\"*\"}");
            socket.getOutputStream().write("\r\n".getBytes(StandardCharsets.US_ASCII));
            provider.sends("{\"type\":\"tool.result\",\"id\":\"$call\",\"data\":1}");

            assertThat(firstLine(socket)).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void a_connection_serves_one_request_after_the_other() throws Exception {
        ScriptedPeer provider = provider();

        try (Socket socket = socket()) {
            for (int i = 0; i < 50; i++) {
                socket.getOutputStream().write(rawCall().getBytes(StandardCharsets.US_ASCII));
                provider.receives("{\"type\":\"tool.call\",\"id\":\"$call" + i + "\",\"*\":\"*\"}")
                        .sends("{\"type\":\"tool.result\",\"id\":\"$call" + i + "\",\"data\":" + i + "}");
                assertThat(readUntil(socket, "}")).contains("\"data\":" + i + ",");
            }
        }
    }

    @Test
    void who_sends_the_next_request_before_the_answer_is_cut_off() throws Exception {
        ScriptedPeer provider = provider();

        try (Socket socket = socket()) {
            socket.getOutputStream().write(rawCall().getBytes(StandardCharsets.US_ASCII));
            provider.receives("{\"type\":\"tool.call\",\"id\":\"$call\",\"*\":\"*\"}");
            socket.getOutputStream().write(rawCall().getBytes(StandardCharsets.US_ASCII));

            assertThat(readToTheEnd(socket.getInputStream())).isEmpty();
        }
        provider.receives("{\"type\":\"tool.cancel\",\"id\":\"$call\",\"reason\":\"host\",\"*\":\"*\"}");
    }

    @Test
    void who_accepts_events_hears_how_far_a_call_is_and_then_its_outcome() throws Exception {
        ScriptedPeer provider = provider();
        String data = "x".repeat(2 * EventClient.MAX_WAITING_BYTES);

        CompletableFuture<HttpResponse<String>> reply = fixture.http.sendAsync(
                fixture.fromOwner(CALL)
                        .header("Accept", "text/event-stream")
                        .POST(HttpRequest.BodyPublishers.noBody())
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        provider.receives("{\"type\":\"tool.call\",\"id\":\"$call\",\"*\":\"*\"}")
                .sends("{\"type\":\"tool.progress\",\"id\":\"$call\",\"message\":\"half\"}")
                .sends("{\"type\":\"tool.result\",\"id\":\"$call\",\"data\":\"" + data + "\"}");

        assertThat(reply.get().headers().firstValue("content-type")).contains("text/event-stream; charset=utf-8");
        assertThat(reply.get().body())
                .startsWith("event: progress\ndata: {\"sequence\":1,\"text\":\"half\"}\n\n"
                        + "event: answer\ndata: {\"ok\":true,\"data\":\"" + data + "\",\"durationMs\":")
                .endsWith("}\n\n");
    }

    @Test
    void what_is_refused_at_once_is_refused_without_events() throws Exception {
        HttpResponse<String> response = fixture.send(fixture.fromOwner("api/sessions/main/tools/nothing/call")
                .header("Accept", "text/event-stream")
                .POST(HttpRequest.BodyPublishers.noBody()));

        assertThat(response.statusCode()).isEqualTo(404);
        assertLooksLike(ApiFixture.parsed(response.body()), "{'error':{'code':'NOT_FOUND','message':'*'}}");
    }

    private String rawCall() {
        return "POST /" + CALL + " HTTP/1.1\r\nHost: 127.0.0.1:" + fixture.port()
                + "\r\nAuthorization: Bearer owner-secret\r\nContent-Length: 2\r\n\r\n{}";
    }

    @Test
    void refuses_a_body_above_its_limit() throws Exception {
        provider();
        String body = "{\"args\":{\"a\":\"" + "x".repeat(ControlHandler.MAX_BODY_BYTES) + "\"}}";

        HttpResponse<String> response =
                fixture.send(fixture.fromOwner(CALL).POST(HttpRequest.BodyPublishers.ofString(body)));

        assertThat(response.statusCode()).isEqualTo(413);
        assertThat(fixture.send(fixture.fromOwner("api/health").GET()).statusCode())
                .isEqualTo(200);
    }

    @Test
    void arguments_that_fit_into_no_message_fail_as_the_protocol_says() throws Exception {
        provider();
        String body = "{\"args\":{\"a\":\"" + "x".repeat(3 << 20) + "\"}}";

        HttpResponse<String> response =
                fixture.send(fixture.fromOwner(CALL).POST(HttpRequest.BodyPublishers.ofString(body)));

        assertLooksLike(ApiFixture.parsed(response.body()), "{'ok':false,'errorCode':'PAYLOAD_TOO_LARGE','*':'*'}");
    }

    @Test
    void refuses_what_is_no_utf8_and_no_percent_encoding() throws Exception {
        byte[] latin1 = "{\"id\":\"ä\"}".getBytes(StandardCharsets.ISO_8859_1);

        assertThat(fixture.send(fixture.fromOwner("api/sessions").POST(HttpRequest.BodyPublishers.ofByteArray(latin1)))
                        .statusCode())
                .isEqualTo(400);
        assertThat(raw("GET /api/sessions/%zz/tools HTTP/1.1\r\nHost: 127.0.0.1:" + fixture.port()
                        + "\r\nAuthorization: Bearer owner-secret\r\n\r\n"))
                .startsWith("HTTP/1.1 400");
    }

    @Test
    void decodes_what_is_percent_encoded_in_paths_and_queries() throws Exception {
        fixture.sessions.open(NewSession.of("a:b", "a:b", Optional.empty()));

        assertThat(fixture.send(fixture.fromOwner("api/sessions/a%3Ab/streams/x%40y?last=%31")
                                .GET())
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void listeners_hear_of_their_session_as_it_happens() throws Exception {
        fixture.sessions.open(NewSession.of("other", "other", Optional.empty()));
        HttpResponse<InputStream> response = fixture.http.send(
                fixture.fromOwner("api/events?session=main").GET().build(), HttpResponse.BodyHandlers.ofInputStream());
        BufferedReader lines = new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
        assertThat(response.headers().firstValue("content-type")).contains("text/event-stream; charset=utf-8");
        assertThat(lines.readLine()).startsWith(":");
        assertThat(lines.readLine()).isEmpty();

        push("other", "not for this listener");
        push("main", "hello");

        // Sessions' hosts and listeners of the gateway are told independently of each other.
        Map<String, String> events = Map.ofEntries(nextEvent(lines), nextEvent(lines));
        assertThat(events.get("pushes"))
                .startsWith("{\"session\":\"main\",\"stream\":\"news@pusher\",\"seq\":1,\"ts\":")
                .endsWith(",\"event\":\"hello\",\"level\":\"surface\"}");
        assertThat(events.get("timeline")).contains("\"seq\":1").contains("hello");
        response.body().close();
    }

    @Test
    void nobody_listens_to_a_session_that_does_not_exist() throws Exception {
        assertThat(fixture.send(fixture.fromOwner("api/events?session=nope").GET())
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void closing_ends_every_listener() throws Exception {
        HttpResponse<InputStream> response = fixture.http.send(
                fixture.fromOwner("api/events").GET().build(), HttpResponse.BodyHandlers.ofInputStream());

        fixture.closePort();

        assertThat(readToTheEnd(response.body()))
                .isEqualTo(new String(ServerSentEvent.HEARTBEAT, StandardCharsets.UTF_8));
    }

    /** In good order or not: what counts is that there is an end. */
    private static String readToTheEnd(InputStream in) {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        try {
            in.transferTo(read);
        } catch (IOException e) {
            return read.toString(StandardCharsets.UTF_8);
        }
        return read.toString(StandardCharsets.UTF_8);
    }

    /** The name and the data of the next event that is about a push. */
    private static Map.Entry<String, String> nextEvent(BufferedReader lines) throws Exception {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.equals("event: pushes") || line.equals("event: timeline")) {
                return Map.entry(
                        line.substring("event: ".length()), lines.readLine().substring("data: ".length()));
            }
        }
        throw new AssertionError("the stream has ended");
    }

    private void push(String session, String event) {
        peer(session)
                .receives("{\"type\":\"sessions\",\"*\":\"*\"}")
                .sends("{\"type\":\"hello\",\"protocolVersion\":2,\"name\":\"pusher\"}")
                .receives("{\"type\":\"hello.ack\",\"*\":\"*\"}")
                .sends("{\"type\":\"push\",\"stream\":\"news\",\"level\":\"surface\",\"event\":\"" + event + "\"}");
    }

    private ScriptedPeer provider() {
        return peer("main")
                .receives("{\"type\":\"sessions\",\"*\":\"*\"}")
                .sends(HELLO)
                .receives("{\"type\":\"hello.ack\",\"*\":\"*\"}")
                .receives("{\"type\":\"session.lifecycle\",\"*\":\"*\"}");
    }

    private ScriptedPeer peer(String session) {
        Inbox inbox = Inbox.waiting(Duration.ofSeconds(10));
        Peer.InProcess peer = new Peer.InProcess(new SessionId(session));
        return ScriptedPeer.over(LinkWire.open(fixture.gateway.providerPort(), peer, inbox), inbox, new Captures());
    }

    private String raw(String request) throws Exception {
        try (Socket socket = socket()) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return firstLine(socket);
        }
    }

    private Socket socket() throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), fixture.port());
        socket.setSoTimeout(10_000);
        return socket;
    }

    /** A port that has hung up already is no error. */
    private static void write(Socket socket, String text) throws IOException {
        try {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        } catch (SocketException e) {
            assertThat(socket.isConnected()).isTrue();
        }
    }

    private static String firstLine(Socket socket) throws IOException {
        return readUntil(socket, "\r\n");
    }

    private static String readUntil(Socket socket, String end) throws IOException {
        StringBuilder read = new StringBuilder();
        while (!read.toString().endsWith(end)) {
            read.append((char) socket.getInputStream().read());
        }
        return read.toString();
    }
}
