package io.tapgateway.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.app.Installed;
import io.tapgateway.app.Needs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
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

    @AutoClose
    private final ChatEndpoint endpoint;

    @TempDir
    private Path directory;

    ModelIT() throws IOException {
        endpoint = ChatEndpoint.start();
    }

    @Test
    void what_the_user_says_reaches_the_model_and_its_answer_the_timeline() throws Exception {
        endpoint.uses("demo_greet", Map.of("name", "Ada")).says("Ada is greeted.");
        String[] run = {
            "run",
            "--json",
            "--demo",
            "--port",
            "0",
            "--control-port",
            "0",
            "--model",
            "m",
            "--base-url",
            endpoint.baseUrl()
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

        assertThat(endpoint.requests().get(0)).contains("Bearer " + KEY, "Greet Ada.", "demo_roll_dice");
        assertThat(endpoint.requests().get(1)).contains("Hello, Ada!");
        assertThat(writtenByTheApp()).doesNotContain(KEY);
    }

    /** Nobody is there who could approve the command. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void F028_a_model_reads_and_edits_the_files_of_a_workspace_and_runs_what_it_may() throws Exception {
        Path workspace = Files.createDirectory(directory.resolve("code"));
        Path file = Files.writeString(workspace.resolve("greet.txt"), "Hullo\n");
        endpoint.uses("read", Map.of("path", "greet.txt"));
        endpoint.uses("edit", Map.of("path", "greet.txt", "oldText", "Hullo", "newText", "Hello"));
        endpoint.uses("bash", Map.of("command", "ls"));
        endpoint.uses("bash", Map.of("command", "touch made"));
        endpoint.says("The greeting says Hello.");
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
            endpoint.baseUrl(),
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
        assertThat(endpoint.requests()).hasSize(5);
        assertThat(endpoint.requests().get(4)).contains("Hullo", "greet.txt", "Nobody");
    }

    @Test
    @Needs(Installed.PYTHON)
    void U109_a_model_asks_and_the_person_at_the_prompt_answers() throws Exception {
        endpoint.uses("ask_user", Map.of("question", "Which colour?", "choices", List.of("red", "blue")));
        endpoint.says("Painted.");
        String[] run = {"run", "--port", "0", "--control-port", "0", "--model", "m", "--base-url", endpoint.baseUrl()};

        try (AppOnTerminal app = AppOnTerminal.start(directory, Map.of(), run)) {
            app.awaitScreen("main> ");
            app.type("say Paint it.\r");
            app.awaitScreen("The agent of 'main' asks:", "Which colour?", "2) blue");
            assertThat(AppProcess.run(directory, "approvals").out()).contains("asks: Which colour?");
            app.type("answer 1 2\r");
            app.awaitScreen("answered at the prompt", "Painted.");
        }

        assertThat(endpoint.requests().get(1)).contains("\"blue\"");
    }

    @Test
    void a_model_without_an_endpoint_is_refused_before_anything_starts() throws Exception {
        AppProcess.Ended ended = AppProcess.run(directory, "run", "--model", "m");

        assertThat(ended.code()).isNotZero();
        assertThat(ended.err()).contains("--model and --base-url need each other.");
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
