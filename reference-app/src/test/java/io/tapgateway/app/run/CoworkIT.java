package io.tapgateway.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.testkit.ScriptedEndpoint;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The packaged app as the server of an agent-coworker client, with a model on the loopback and a real directory. */
@Timeout(180)
class CoworkIT {
    private static final int DEADLINE_SECONDS = 60;
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @TempDir
    private Path directory;

    private final ScriptedEndpoint endpoint;

    @AutoClose
    private AppProcess app;

    private int port;

    CoworkIT() throws IOException {
        endpoint = new ScriptedEndpoint();
    }

    @AfterEach
    void stop() {
        endpoint.close();
    }

    @Test
    void W070_one_line_says_where_and_nothing_is_left_in_the_end() throws Exception {
        Path work = start();

        try (Stream<Path> runs = Files.list(directory.resolve("home/cowork"))) {
            assertThat(runs).hasSize(1);
        }
        app.signal("TERM");

        assertThat(app.end().out()).isEmpty();
        try (Stream<Path> runs = Files.list(directory.resolve("home/cowork"))) {
            assertThat(runs).isEmpty();
        }
        assertThat(work.resolve("output")).isDirectory();
    }

    @Test
    void F029_W047_a_model_reads_changes_as_a_diff_shows_and_runs_what_a_person_approves() throws Exception {
        Path work = start("--approve", "edits");
        Files.writeString(work.resolve("hello.txt"), "Hello, Ada!\n");
        endpoint.streams("tool_calls", call("r", "read", "{\\\"path\\\":\\\"hello.txt\\\"}"))
                .streams(
                        "tool_calls",
                        call(
                                "e",
                                "edit",
                                "{\\\"path\\\":\\\"hello.txt\\\",\\\"oldText\\\":\\\"Ada\\\",\\\"newText\\\":\\\"Bob\\\"}"))
                .wants("b", "bash", "{\"command\":\"echo ran > ran.txt\"}")
                .streams("stop", "{\"content\":\"Do\"}", "{\"content\":\"ne.\"}");
        Client client = new Client();

        client.says("{\"type\":\"user_message\",\"sessionId\":\"$S\",\"text\":\"Greet Bob.\"}");
        JsonValue edit = approve(client, true);
        JsonValue command = approve(client, false);

        assertThat(edit.get("command").orElseThrow().asString())
                .endsWith("\n--- a/hello.txt\n+++ b/hello.txt\n@@ -1,1 +1,1 @@\n-Hello, Ada!\n+Hello, Bob!\n");
        assertThat(command.get("command").orElseThrow().asString()).isEqualTo("echo ran > ran.txt");
        assertThat(client.until("assistant_message").get("text").orElseThrow().asString())
                .isEqualTo("Done.");
        client.until("session_busy");
        assertThat(work.resolve("hello.txt")).hasContent("Hello, Bob!");
        assertThat(work.resolve("ran.txt")).doesNotExist();
    }

    @Test
    void W003_everything_but_the_socket_says_OK() throws Exception {
        start();

        assertThat(get("/").body()).isEqualTo("OK");
        assertThat(get("/anything").statusCode()).isEqualTo(200);
        assertThat(get("/ws").statusCode()).isEqualTo(400);
        assertThat(get("/ws").body()).isEqualTo("WebSocket upgrade failed");
        assertThat(get("/").headers().firstValue("Access-Control-Allow-Origin")).isEmpty();
        assertThat(new Client("?any=query").until("provider_status")).isNotNull();
    }

    @Test
    void W070_the_script_hands_everything_on_from_wherever_it_is_linked_to() throws Exception {
        Path bin = Files.createDirectories(directory.resolve("program/bin"));
        Path script = Files.copy(
                Path.of("..", "dist", "bin", "tap-cowork"),
                bin.resolve("tap-cowork"),
                StandardCopyOption.COPY_ATTRIBUTES);
        Path stub = Files.writeString(bin.resolve("tapgateway"), "#!/bin/sh\nprintf '<%s>' \"$@\"\n");
        Files.setPosixFilePermissions(stub, PosixFilePermissions.fromString("rwx------"));
        Path link = Files.createSymbolicLink(directory.resolve("tap-cowork"), script);

        Process process = new ProcessBuilder(link.toString(), "--dir", "a b", "--port", "0", "--json").start();

        assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo("<cowork><--dir><a b><--port><0><--json>");
    }

    @Test
    void W028_a_client_comes_back_to_its_turn_after_a_lost_socket() throws Exception {
        Path work = start("--approve", "edits");
        endpoint.wants("w", "write", "{\"path\":\"a.txt\",\"content\":\"A\"}").says("Done.");
        Client client = new Client("?resumable=1");
        client.says("{\"type\":\"user_message\",\"sessionId\":\"$S\",\"text\":\"Write.\"}");
        JsonValue asked = client.until("approval");
        client.socket.abort();

        Client back = resumed(client.id);

        assertThat(back.id).isEqualTo(client.id);
        assertThat(approve(back, true)).isEqualTo(asked);
        assertThat(back.until("assistant_message").get("text").orElseThrow().asString())
                .isEqualTo("Done.");
        assertThat(work.resolve("a.txt")).hasContent("A");
    }

    /** The server hears of a lost socket when its system does; until then the session has its client. */
    private Client resumed(String id) throws Exception {
        Client back = new Client("?resumeSessionId=" + id);
        while (!back.id.equals(id)) {
            back.socket.abort();
            back = new Client("?resumeSessionId=" + id);
        }
        return back;
    }

    @Test
    void W067_an_edit_is_taken_back_and_what_was_recorded_outlives_the_server() throws Exception {
        Path work = start("--yolo");
        endpoint.wants("w", "write", "{\"path\":\"a.txt\",\"content\":\"A\"}").says("Done.");
        Client client = new Client();
        client.says("{\"type\":\"user_message\",\"sessionId\":\"$S\",\"text\":\"Write.\"}");
        client.until("session_backup_state");
        assertThat(work.resolve("a.txt")).hasContent("A");

        client.says("{\"type\":\"session_backup_restore\",\"sessionId\":\"$S\"}");

        client.until("session_backup_state");
        assertThat(work.resolve("a.txt")).doesNotExist();
        app.signal("TERM");
        app.end();
        assertThat(directory.resolve("home/checkpoints")).isDirectoryContaining(Files::isDirectory);
    }

    @Test
    void W071_who_is_connected_is_told_that_the_server_stops() throws Exception {
        start();
        Client client = new Client();

        app.signal("TERM");

        assertThat(client.closedWith.get(DEADLINE_SECONDS, TimeUnit.SECONDS)).isEqualTo(1001);
        app.end();
    }

    @Test
    void T39_pages_are_turned_away() throws Exception {
        start();

        assertThatThrownBy(() -> HTTP.newWebSocketBuilder()
                        .header("Origin", "http://localhost:3000")
                        .buildAsync(URI.create("ws://127.0.0.1:" + port + "/ws"), new WebSocket.Listener() {})
                        .join())
                .isInstanceOf(CompletionException.class);
    }

    @Test
    void clients_are_served_beside_the_sessions_of_a_run() throws Exception {
        port = freePort();
        app = AppProcess.start(
                directory,
                "run",
                "--json",
                "--port",
                "0",
                "--control-port",
                "0",
                "--cowork",
                String.valueOf(port),
                "--workspace",
                Files.createDirectories(directory.resolve("work")).toString(),
                "--model",
                "m",
                "--base-url",
                endpoint.baseUrl());
        app.json();
        endpoint.says("Hello.");
        Client client = new Client();

        client.says("{\"type\":\"user_message\",\"sessionId\":\"$S\",\"text\":\"Hi.\"}");

        assertThat(client.until("assistant_message").get("text").orElseThrow().asString())
                .isEqualTo("Hello.");
        assertThat(AppProcess.run(directory, "sessions").out()).contains("main", "cw-");
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    @Test
    void W002_a_port_that_is_taken_is_a_sentence() throws Exception {
        Path work = start();

        AppProcess.Ended second =
                AppProcess.run(directory, "cowork", "--port", String.valueOf(port), "--dir", work.toString());

        assertThat(second.code()).isEqualTo(1);
        assertThat(second.err()).contains(String.valueOf(port));
    }

    private Path start(String... more) throws Exception {
        Path work = Files.createDirectories(directory.resolve("work"));
        List<String> arguments = new ArrayList<>(List.of(
                "cowork",
                "--json",
                "--port",
                "0",
                "--dir",
                work.toString(),
                "--model",
                "m",
                "--base-url",
                endpoint.baseUrl()));
        arguments.addAll(List.of(more));
        app = AppProcess.start(directory, Map.of("HOME", directory.toString()), arguments.toArray(String[]::new));
        JsonValue listening = app.json();
        port = listening
                .get("port")
                .flatMap(JsonReader.WHOLE_NUMBER::tryRead)
                .orElseThrow()
                .intValue();
        assertThat(listening.json())
                .isEqualTo("{\"type\":\"server_listening\",\"url\":\"ws://127.0.0.1:" + port + "/ws\",\"port\":" + port
                        + ",\"cwd\":\"" + work + "\"}");
        return work;
    }

    private static String call(String id, String tool, String arguments) {
        return "{\"tool_calls\":[{\"index\":0,\"id\":\"" + id + "\",\"function\":{\"name\":\"" + tool
                + "\",\"arguments\":\"" + arguments + "\"}}]}";
    }

    private static JsonValue approve(Client client, boolean approved) throws Exception {
        JsonValue asked = client.until("approval");
        client.says("{\"type\":\"approval_response\",\"sessionId\":\"$S\",\"requestId\":"
                + asked.get("requestId").orElseThrow().json() + ",\"approved\":" + approved + "}");
        return asked;
    }

    private HttpResponse<String> get(String path) throws Exception {
        return HTTP.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** A client that sends no Origin, as programs do. */
    private final class Client implements WebSocket.Listener {
        private final BlockingQueue<JsonValue> events = new LinkedBlockingQueue<>();
        private final StringBuilder text = new StringBuilder();
        private final WebSocket socket;
        private final String id;
        private final CompletableFuture<Integer> closedWith = new CompletableFuture<>();

        Client() throws Exception {
            this("");
        }

        Client(String query) throws Exception {
            socket = HTTP.newWebSocketBuilder()
                    .buildAsync(URI.create("ws://127.0.0.1:" + port + "/ws" + query), this)
                    .get(DEADLINE_SECONDS, TimeUnit.SECONDS);
            id = until("server_hello").get("sessionId").orElseThrow().asString();
        }

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
            text.append(part);
            if (last) {
                try {
                    events.add(JsonValue.parse(text.toString()));
                } catch (MalformedJson e) {
                    throw new IllegalStateException(e);
                }
                text.setLength(0);
            }
            from.request(1);
            return null;
        }

        @Override
        public CompletionStage<?> onClose(WebSocket from, int code, String reason) {
            closedWith.complete(code);
            return null;
        }

        void says(String message) throws Exception {
            socket.sendText(message.replace("$S", id), true).get(DEADLINE_SECONDS, TimeUnit.SECONDS);
        }

        JsonValue until(String type) throws InterruptedException {
            JsonValue next;
            do {
                next = events.poll(DEADLINE_SECONDS, TimeUnit.SECONDS);
                assertThat(next).as("a %s", type).isNotNull();
            } while (!next.get("type").orElseThrow().asString().equals(type));
            return next;
        }
    }
}
