package io.tapgateway.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.testkit.ScriptedEndpoint;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The packaged app as the server of Copilot Anywhere, with a model on the loopback and real folders. */
@Timeout(180)
class AnywhereIT {
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @TempDir
    private Path directory;

    private final ScriptedEndpoint endpoint;

    @AutoClose
    private AppProcess app;

    private int port;
    private Path one;
    private Path two;

    AnywhereIT() throws IOException {
        endpoint = new ScriptedEndpoint();
    }

    @AfterEach
    void stop() {
        endpoint.close();
    }

    private void start(String... more) throws Exception {
        one = Files.createDirectories(directory.resolve("one"));
        two = Files.createDirectories(directory.resolve("two"));
        List<String> arguments = new ArrayList<>(List.of(
                "anywhere",
                "--json",
                "--port",
                "0",
                "--folder",
                one.toString(),
                "--folder",
                two.toString(),
                "--model",
                "m",
                "--base-url",
                endpoint.baseUrl()));
        arguments.addAll(List.of(more));
        app = AppProcess.start(directory, Map.of("HOME", directory.toString()), arguments.toArray(String[]::new));
        port = app.json()
                .get("port")
                .flatMap(JsonReader.WHOLE_NUMBER::tryRead)
                .orElseThrow()
                .intValue();
    }

    @Test
    void A023_a_model_reads_and_edits_what_a_person_approves() throws Exception {
        start();
        Files.writeString(two.resolve("hello.txt"), "Hello, Ada!\n");
        endpoint.says(
                        "I look.\n```json\n{\"actions\":[{\"tool\":\"readFiles\",\"files\":[\"hello.txt\"]}],\"commentary\":\"Look\"}\n```")
                .says("{\"actions\":[{\"tool\":\"editFile\",\"path\":\"hello.txt\",\"content\":\"Hello, Bob!\\n\"},"
                        + "{\"tool\":\"createFile\",\"path\":\"new.txt\",\"content\":\"no\"}]}")
                .says("{\"finalSummary\":\"Greeted Bob.\",\"done\":true}");
        try (Events events = new Events("?session=" + two.toString().replace("/", "%2F"))) {
            HttpResponse<String> accepted =
                    post("/message", "{\"text\":\"Greet Bob.\",\"mode\":\"agent\",\"sessionId\":\"" + two + "\"}");
            assertThat(accepted.statusCode()).isEqualTo(202);

            assertThat(decide(events, true).get("diff").orElseThrow().asString())
                    .endsWith("-Hello, Ada!\n+Hello, Bob!\n");
            decide(events, false);

            List<String> told = events.untilDone();
            assertThat(told).contains("fragment Greeted Bob.").endsWith("done answered");
        }
        assertThat(two.resolve("hello.txt")).hasContent("Hello, Bob!");
        assertThat(two.resolve("new.txt")).doesNotExist();
    }

    private JsonValue decide(Events events, boolean approved) throws Exception {
        JsonValue asked = events.until("approvalRequest");
        assertThat(post(
                                "/approval",
                                "{\"approvalId\":"
                                        + asked.get("approvalId").orElseThrow().json() + ",\"approved\":" + approved
                                        + "}")
                        .statusCode())
                .isEqualTo(200);
        return asked;
    }

    @Test
    void A027_the_model_reaches_what_is_allowed_and_nothing_beside_it() throws Exception {
        start("--allow", "src");
        Files.writeString(Files.createDirectories(one.resolve("src")).resolve("in.txt"), "within");
        Files.writeString(Files.createDirectories(one.resolve("srcs")).resolve("out.txt"), "beside");
        endpoint.says("{\"actions\":[{\"tool\":\"readFiles\",\"files\":"
                        + "[\"src/in.txt\",\"srcs/out.txt\",\"src/../srcs/out.txt\"]}]}")
                .says("{\"finalSummary\":\"Read.\",\"done\":true}");

        try (Events events = new Events("")) {
            post("/message", "{\"text\":\"Read them.\",\"mode\":\"agent\"}");
            assertThat(events.untilDone()).endsWith("done answered");
        }

        assertThat(endpoint.requests().get(1).json()).contains("within").doesNotContain("beside");
    }

    @Test
    void A027_what_leads_out_of_the_folders_is_a_sentence_and_no_start() throws Exception {
        Path folder = Files.createDirectories(directory.resolve("one"));
        Files.createDirectories(directory.resolve("x"));

        for (String outside :
                List.of("../x", "src/../../x", directory.resolve("x").toString())) {
            AppProcess.Ended refused = AppProcess.run(
                    directory,
                    "anywhere",
                    "--port",
                    "0",
                    "--folder",
                    folder.toString(),
                    "--allow",
                    outside,
                    "--model",
                    "m",
                    "--base-url",
                    endpoint.baseUrl());

            assertThat(refused.code()).isEqualTo(1);
            assertThat(refused.err()).contains("'" + outside + "' is no part of a folder");
            assertThat(refused.out()).isEmpty();
        }
    }

    @Test
    void A010_folders_are_sessions() throws Exception {
        start();

        List<JsonValue> sessions = JsonValue.parse(get("/sessions").body()).elements();

        assertThat(sessions)
                .extracting(it -> it.get("name").orElseThrow().asString())
                .containsExactly("one", "two");
        String id = sessions.get(1).get("id").orElseThrow().asString();
        assertThat(get("/sessions/" + id).body()).isEqualTo(sessions.get(1).json());
        assertThat(get("/sessions/" + two.toString().replace("/", "%2F")).body())
                .contains(id);
        assertThat(get("/sessions/unknown").statusCode()).isEqualTo(404);
        assertThat(AppProcess.run(directory, "sessions").code()).isNotZero();
    }

    @Test
    void A003_other_requests_are_refused_in_JSON() throws Exception {
        start();

        assertThat(get("/nowhere").body()).isEqualTo("{\"error\":\"not found\"}");
        assertThat(get("/message").statusCode()).isEqualTo(405);
        assertThat(get("/message").headers().firstValue("Allow")).contains("POST");
        assertThat(send(request("/message")
                                .header("Content-Type", "text/plain")
                                .POST(HttpRequest.BodyPublishers.ofString("{\"text\":\"Hi.\"}")))
                        .statusCode())
                .isEqualTo(415);
        assertThat(post("/message", "{\"text\":\"" + "x".repeat(1 << 20) + "\"}")
                        .statusCode())
                .isEqualTo(413);
        assertThat(get("/events?session=x").statusCode()).isEqualTo(404);
    }

    @Test
    void T39_pages_are_turned_away() throws Exception {
        start();

        assertThat(send(request("/message")
                                .header("Content-Type", "application/json")
                                .header("Origin", "http://localhost:3000")
                                .POST(HttpRequest.BodyPublishers.ofString("{\"text\":\"Hi.\"}")))
                        .statusCode())
                .isEqualTo(403);
        assertThat(raw("GET /sessions HTTP/1.1\r\nHost: evil.example:" + port + "\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 403");
        assertThat(get("/sessions").headers().firstValue("Access-Control-Allow-Origin"))
                .isEmpty();
        assertThat(endpoint.requests()).isEmpty();
    }

    @Test
    void A002_A030_the_page_leads_to_the_console_and_runs_no_code() throws Exception {
        start();

        HttpResponse<String> page = get("/");

        assertThat(page.body())
                .containsPattern("<a href=\"http://[^\"]+/\">the console</a>")
                .doesNotContain("<script");
        assertThat(page.headers().firstValue("Content-Security-Policy"))
                .contains("default-src 'none'; frame-ancestors 'none'");
    }

    @Test
    void A001_a_port_that_is_taken_is_a_sentence() throws Exception {
        start();

        AppProcess.Ended second = AppProcess.run(
                directory,
                "anywhere",
                "--port",
                String.valueOf(port),
                "--folder",
                one.toString(),
                "--model",
                "m",
                "--base-url",
                endpoint.baseUrl());

        assertThat(second.code()).isEqualTo(1);
        assertThat(second.err()).contains(String.valueOf(port));
    }

    private String raw(String request) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> get(String path) throws Exception {
        return send(request(path));
    }

    private HttpResponse<String> post(String path, String body) throws Exception {
        return send(request(path)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    /** A stream of events that is being read. */
    private final class Events implements AutoCloseable {
        private final InputStream in;
        private final BufferedReader lines;

        Events(String query) throws Exception {
            HttpResponse<InputStream> response =
                    HTTP.send(request("/events" + query).build(), HttpResponse.BodyHandlers.ofInputStream());
            assertThat(response.headers().firstValue("Content-Type")).contains("text/event-stream; charset=utf-8");
            in = response.body();
            lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
            assertThat(lines.readLine()).startsWith(":");
        }

        private record Event(String name, JsonValue data) {
            String line() {
                Optional<JsonValue> what =
                        data.get("fragment").or(() -> data.get("reason")).or(() -> data.get("text"));
                return name + " " + what.flatMap(JsonReader.TEXT::tryRead).orElse("");
            }
        }

        private Event next() throws IOException {
            String line = lines.readLine();
            while (line != null && !line.startsWith("event: ")) {
                line = lines.readLine();
            }
            assertThat(line).as("an event").isNotNull();
            String data = lines.readLine().substring("data: ".length());
            try {
                return new Event(line.substring("event: ".length()), JsonValue.parse(data));
            } catch (MalformedJson e) {
                throw new AssertionError(data, e);
            }
        }

        JsonValue until(String name) throws IOException {
            Event event = next();
            while (!event.name().equals(name)) {
                event = next();
            }
            return event.data();
        }

        List<String> untilDone() throws IOException {
            List<String> all = new ArrayList<>();
            do {
                all.add(next().line());
            } while (!all.get(all.size() - 1).startsWith("done"));
            return all;
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
