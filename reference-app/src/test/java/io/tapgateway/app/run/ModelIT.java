package io.tapgateway.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tapgateway.protocol.json.JsonValue;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The packaged app with a model as its agent; an endpoint on the loopback stands for the model. */
@Timeout(180)
class ModelIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String KEY = "sk-of-the-packaged-app";

    private final BlockingQueue<String> requests = new LinkedBlockingQueue<>();
    private final Queue<String> script = new ConcurrentLinkedQueue<>();
    private final HttpServer endpoint;

    @TempDir
    private Path directory;

    ModelIT() throws IOException {
        endpoint = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        endpoint.createContext("/v1/chat/completions", this::answer);
        endpoint.start();
    }

    @AfterEach
    void stopEndpoint() {
        endpoint.stop(0);
    }

    @Test
    void what_the_user_says_reaches_the_model_and_its_answer_the_timeline() throws Exception {
        script.add("{\"role\":\"assistant\",\"tool_calls\":[{\"id\":\"1\",\"type\":\"function\",\"function\":"
                + "{\"name\":\"demo_greet\",\"arguments\":\"{\\\"name\\\":\\\"Ada\\\"}\"}}]}");
        script.add("{\"role\":\"assistant\",\"content\":\"Ada is greeted.\"}");
        String[] run = {
            "run", "--json", "--demo", "--port", "0", "--control-port", "0", "--model", "m", "--base-url", baseUrl()
        };

        try (AppProcess app = AppProcess.start(directory, Map.of("TAPGATEWAY_API_KEY", KEY), run)) {
            app.json();
            assertThat(AppProcess.run(directory, "say", "Greet", "Ada.").code()).isZero();
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(AppProcess.run(directory, "tail", "--no-follow")
                                    .out())
                            .contains("the model", "uses demo_greet", "Ada is greeted."));
            app.signal("TERM");
            assertThat(app.end().err()).doesNotContain(KEY);
        }

        assertThat(requests.poll()).contains("Bearer " + KEY, "Greet Ada.", "demo_roll_dice");
        assertThat(requests.poll()).contains("Hello, Ada!");
        assertThat(writtenByTheApp()).doesNotContain(KEY);
    }

    /** Nobody is there who could approve the command. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void F028_a_model_reads_and_edits_the_files_of_a_workspace_and_runs_what_it_may() throws Exception {
        Path workspace = Files.createDirectory(directory.resolve("code"));
        Path file = Files.writeString(workspace.resolve("greet.txt"), "Hullo\n");
        uses("read", "{\"path\":\"greet.txt\"}");
        uses("edit", "{\"path\":\"greet.txt\",\"oldText\":\"Hullo\",\"newText\":\"Hello\"}");
        uses("bash", "{\"command\":\"ls\"}");
        uses("bash", "{\"command\":\"touch made\"}");
        script.add("{\"role\":\"assistant\",\"content\":\"The greeting says Hello.\"}");
        String[] run = {
            "run",
            "--json",
            "--port",
            "0",
            "--control-port",
            "0",
            "--model",
            "m",
            "--base-url",
            baseUrl(),
            "--workspace",
            workspace.toString()
        };

        try (AppProcess app = AppProcess.start(directory, Map.of(), run)) {
            app.json();
            assertThat(AppProcess.run(directory, "say", "Mend", "the", "greeting.")
                            .code())
                    .isZero();
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(AppProcess.run(directory, "tail", "--no-follow")
                                    .out())
                            .contains("uses read", "uses edit", "uses bash", "The greeting says Hello."));
            app.signal("TERM");
            app.end();
        }

        assertThat(file).hasContent("Hello\n");
        assertThat(workspace.resolve("made")).doesNotExist();
        assertThat(requests).hasSize(5);
        assertThat(requests.toArray(String[]::new)[4]).contains("Hullo", "greet.txt", "Nobody");
    }

    private void uses(String tool, String args) {
        script.add("{\"role\":\"assistant\",\"tool_calls\":[{\"id\":\"" + script.size()
                + "\",\"type\":\"function\",\"function\":{\"name\":\"" + tool + "\",\"arguments\":"
                + JsonValue.of(args).json() + "}}]}");
    }

    @Test
    void a_model_without_an_endpoint_is_refused_before_anything_starts() throws Exception {
        AppProcess.Ended ended = AppProcess.run(directory, "run", "--model", "m");

        assertThat(ended.code()).isNotZero();
        assertThat(ended.err()).contains("--model and --base-url need each other.");
    }

    private String baseUrl() {
        return "http://127.0.0.1:" + endpoint.getAddress().getPort() + "/v1";
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            requests.add(exchange.getRequestHeaders().getFirst("Authorization") + "\n"
                    + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            byte[] body = ("{\"choices\":[{\"index\":0,\"message\":" + script.remove() + "}]}")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private String writtenByTheApp() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            StringBuilder all = new StringBuilder();
            for (Path file : List.copyOf(files.filter(Files::isRegularFile).toList())) {
                all.append(Files.readString(file, StandardCharsets.ISO_8859_1));
            }
            return all.toString();
        }
    }
}
