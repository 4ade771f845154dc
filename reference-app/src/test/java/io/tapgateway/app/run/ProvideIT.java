package io.tapgateway.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.testkit.PidFiles;
import io.tapgateway.testkit.ThoroughOnly;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands are tools of the packaged app's sessions, by the packaged app itself. */
@Timeout(240)
class ProvideIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Path EXAMPLE =
            Path.of("..", "examples", "shell", "tools.json").toAbsolutePath();

    @TempDir
    private Path temporary;

    private Path directory;

    @BeforeEach
    void findDirectory() throws Exception {
        directory = temporary.toRealPath();
    }

    @Test
    void L008_a_command_is_a_tool_until_Ctrl_C() throws Exception {
        try (AppProcess app = gateway()) {
            JsonValue gateway = app.json();
            AppProcess provider = provide(
                    "--tool",
                    "shout",
                    "--description",
                    "Shouts",
                    "--arg",
                    "what:string:what to shout",
                    "--",
                    "echo",
                    "-n",
                    "{what}!");
            awaitTools(gateway, "shout");

            assertThat(call(gateway, "shout", "{'what':'Ada; id'}")).contains("\"data\":\"Ada; id!\"");
            assertThat(call(gateway, "shout", "{'what':'-e'}"))
                    .contains("\"errorCode\":\"INVALID_ARGUMENTS\"", "Argument /what must not begin with a hyphen");
            assertThat(call(gateway, "shout", "{}")).contains("\"errorCode\":\"INVALID_ARGUMENTS\"", "/what");

            provider.signal("INT");

            AppProcess.Ended ended = provider.end();
            assertThat(ended.code()).isZero();
            assertThat(ended.out()).isEmpty();
            assertThat(ended.err()).matches("joined session main as p-\\S+\n");
            awaitTools(gateway);
        }
    }

    @Test
    @ThoroughOnly("it takes ten seconds; one command is in the quick build")
    void L008_the_example_reports_is_cancelled_and_leaves_no_program() throws Exception {
        try (AppProcess app = gateway();
                AppProcess provider = provide("--file", EXAMPLE.toString())) {
            JsonValue gateway = app.json();
            awaitTools(gateway, "countdown", "find_text");

            assertThat(call(gateway, "find_text", "{'text':'Lift-off!'}")).contains("countdown.sh:8:");
            assertThat(call(gateway, "find_text", "{'text':'nobody ' }"))
                    .contains("\"errorCode\":\"INTERNAL\"", "The command has ended with exit code 1.");
            assertThat(call(gateway, "countdown", "{'from':1}"))
                    .contains("\"data\":{\"from\": 1, \"said\": \"Lift-off!\"}");
            try (AppProcess caller = AppProcess.start(directory, "call", "countdown", "from=60")) {
                await().atMost(PATIENCE)
                        .until(() -> new Owner(gateway)
                                .get("api/sessions/main/timeline")
                                .json()
                                .contains("58 …"));

                caller.signal("INT");

                assertThat(caller.end().code()).isNotZero();
            }
            await().atMost(PATIENCE).until(() -> countdowns().isEmpty());
            provider.signal("TERM");
            assertThat(provider.end().code()).isZero();
        }
    }

    @Test
    void L006_L008_it_waits_for_a_gateway_and_comes_back_to_the_next_one() throws Exception {
        try (AppProcess provider = provide("--tool", "stuck", "--description", "Waits", "--", "sleep", "1000")) {
            await().atMost(PATIENCE).until(() -> provider.errors().contains("waiting for one"));
            String url;
            try (AppProcess app = gateway()) {
                JsonValue gateway = app.json();
                url = gateway.get("url").orElseThrow().asString();
                awaitTools(gateway, "stuck");
                awaitJoined(provider, 1);
                app.signal("KILL");
                app.end();
            }
            await().atMost(PATIENCE).until(() -> provider.errors().contains("no gateway answers at " + url));
            // Not at the same port, as that may be taken by now.
            try (AppProcess next = gateway()) {
                awaitTools(next.json(), "stuck");
                awaitJoined(provider, 2);
                provider.signal("TERM");
                assertThat(provider.end().code()).isZero();
            }
            assertThat(provider.errors()
                            .lines()
                            .map(line -> line.replaceFirst("[\\d.]+ s$", "1 s").replaceFirst("p-\\S+$", "p")))
                    .containsExactly(
                            "No gateway is running in " + directory.resolve("home")
                                    + " yet; waiting for one. Start it with 'tapgateway run'.",
                            "joined session main as p",
                            "the connection to " + url + " has ended; trying again in 1 s",
                            "no gateway answers at " + url + ": is one running?; trying again in 1 s",
                            "joined session main as p");
        }
    }

    /** The gateway knows of a provider a moment before that one knows it and says so. */
    private static void awaitJoined(AppProcess provider, int times) {
        await().atMost(PATIENCE)
                .until(() -> provider.errors()
                                .lines()
                                .filter(line -> line.startsWith("joined session"))
                                .count()
                        == times);
    }

    @Test
    void L008_a_provider_that_is_killed_takes_its_commands_along() throws Exception {
        PidFiles processes = new PidFiles(directory);
        try (AppProcess app = gateway();
                AppProcess provider = provide(
                        "--tool",
                        "stuck",
                        "--description",
                        "Waits",
                        "--",
                        "sh",
                        "-c",
                        "sleep 1000 & echo $! > " + directory.resolve("child") + "; echo $$ > "
                                + directory.resolve("pid") + "; wait")) {
            JsonValue gateway = app.json();
            awaitTools(gateway, "stuck");
            try (AppProcess caller = AppProcess.start(directory, "call", "stuck")) {
                await().atMost(PATIENCE)
                        .until(() -> Files.exists(directory.resolve("pid")) && processes.isAlive("pid"));

                provider.signal("KILL");

                assertThat(caller.end().err()).contains("DISCONNECTED");
            }
            await().atMost(PATIENCE).until(() -> !processes.isAlive("pid") && !processes.isAlive("child"));
        }
    }

    @Test
    void L006_whoever_has_the_tool_already_is_named_once() throws Exception {
        String[] tool = {"--tool", "same", "--description", "The same", "--", "true"};
        try (AppProcess app = gateway();
                AppProcess first = provide(tool)) {
            JsonValue gateway = app.json();
            awaitTools(gateway, "same");
            List<String> other = new ArrayList<>(List.of("--name", "other"));
            other.addAll(List.of(tool));
            try (AppProcess second = provide(other.toArray(String[]::new))) {
                await().atMost(PATIENCE).until(() -> second.errors().contains("TOOL_CONFLICT"));
                first.signal("TERM");
                await().atMost(PATIENCE).until(() -> second.errors().contains("joined session main"));
                assertThat(second.errors().lines().filter(line -> line.contains("TOOL_CONFLICT")))
                        .hasSize(1);
            }
        }
    }

    private AppProcess gateway() throws Exception {
        return AppProcess.start(directory, "run", "--json", "--port", "0", "--control-port", "0", "--session", "main");
    }

    private AppProcess provide(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("provide"));
        command.addAll(List.of(arguments));
        return AppProcess.start(directory, command.toArray(String[]::new));
    }

    private static void awaitTools(JsonValue gateway, String... names) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(new Owner(gateway)
                                .get("api/sessions/main/tools")
                                .get("tools")
                                .map(JsonValue::elements)
                                .orElse(List.of()))
                        .extracting(tool -> tool.get("name").orElseThrow().asString())
                        .containsExactlyInAnyOrder(names));
    }

    private static String call(JsonValue gateway, String tool, String arguments) throws Exception {
        JsonValue body = JsonValue.parse("{\"args\":" + arguments.replace('\'', '"') + "}");
        return new Owner(gateway)
                .post("api/sessions/main/tools/" + tool + "/call", body)
                .json();
    }

    private static List<String> countdowns() {
        return ProcessHandle.allProcesses()
                .map(it -> it.info().commandLine().orElse(""))
                .filter(line -> line.contains("countdown.sh"))
                .toList();
    }
}
