package io.tapgateway.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.app.docs.CodeBlock;
import io.tapgateway.app.docs.Page;
import io.tapgateway.app.run.AppProcess.Ended;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.testkit.PidFiles;
import io.tapgateway.testkit.ScriptedPeer;
import io.tapgateway.testkit.ThoroughOnly;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The packaged app starts the programs of a workspace. The program of these tests leaves its token to the test, which
 * speaks for it on a connection of its own: one that stays open whatever becomes of the program.
 */
@Timeout(240)
class ProjectIT {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** The program, a child in its group, one that has left the group; then it tells who they are, and stays. */
    private static final String PROGRAM = """
            env > environment
            sleep 1000 &
            echo $! > child
            setsid sleep 1000 &
            echo $! > stray
            echo $$ > pid
            echo "printed by $*"
            echo "$TAP_PROVIDER_TOKEN" > token.tmp && mv token.tmp token
            wait
            """;

    private static final String HELLO =
            "{\"type\":\"hello\",\"protocolVersion\":2,\"name\":\"ci\",\"session\":\"main\",\"tools\":["
                    + "{\"name\":\"status\",\"description\":\"How it is\",\"parameters\":{},\"concurrency\":{\"max\":4}}]}";

    @TempDir
    private Path temporary;

    private Path directory;
    private Path workspace;
    private PidFiles processes;

    @BeforeEach
    void makeWorkspace() throws Exception {
        directory = temporary.toRealPath();
        workspace = Files.createDirectories(directory.resolve("workspace"));
        processes = new PidFiles(workspace);
        Files.writeString(workspace.resolve("program.sh"), PROGRAM);
        configure("never");
    }

    @AfterEach
    void endEverything() throws Exception {
        if (Files.exists(home().resolve("gateway.json"))
                && AppProcess.run(directory, "stop").code() != 0) {
            kill(number(JsonValue.parse(Files.readString(home().resolve("gateway.json"))), "pid"));
        }
        for (String name : List.of("pid", "child", "stray")) {
            if (Files.exists(workspace.resolve(name))) {
                kill(processes.pid(name));
            }
        }
    }

    @Test
    void D228_nothing_is_started_without_the_users_approval_of_the_file_as_it_is() throws Exception {
        Ended unasked = AppProcess.run(directory, start());
        assertThat(unasked.code()).isEqualTo(1);
        assertThat(unasked.err()).contains("you have not approved it").hasLineCount(1);
        assertThat(AppProcess.run(directory, "status").code()).isEqualTo(3);

        started("--approve-config");
        awaitToken();
        assertThat(AppProcess.run(directory, "stop").code()).isZero();
        started();
        assertThat(AppProcess.run(directory, "stop").code()).isZero();
        configure("always");

        assertThat(AppProcess.run(directory, start()).err()).contains("you have not approved it");
    }

    @Test
    void the_readme_shows_a_configuration_that_works_as_it_is_printed() throws Exception {
        List<String> printed = Page.of("README.md").blocks().stream()
                .filter(block -> block.language().equals("json") && block.text().startsWith("{\"providers\""))
                .map(CodeBlock::text)
                .toList();
        assertThat(printed).hasSize(1);
        Files.writeString(workspace.resolve("tap.config.json"), printed.get(0));
        Files.writeString(workspace.resolve("ci.json"), "{\"branch\":\"main\",\"state\":\"failed\",\"run\":17}");
        Files.createSymbolicLink(workspace.resolve("examples"), Page.ROOT.resolve("examples"));

        started("--approve-config");

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(AppProcess.run(directory, "check", "shell", "command=git push")
                                .out())
                        .isEqualTo("denied by ci-guardian: CI of main: run 17 has failed. Push when it has passed.\n"));
    }

    @Test
    void T34_a_file_that_has_changed_since_it_was_approved_starts_nothing() throws Exception {
        JsonValue gateway = started("--approve-config", "--session", "other::" + workspace);
        Path config = workspace.resolve("tap.config.json");
        String reviewed = text(
                new Owner(gateway)
                        .post("api/sessions/other/programs/review", JsonValue.of(Map.of("config", config.toString()))),
                "sha256");
        configure("always");

        JsonValue answer = new Owner(gateway)
                .post(
                        "api/sessions/other/programs",
                        JsonValue.of(Map.of("config", config.toString(), "sha256", reviewed)));

        assertThat(answer.json()).contains("has changed since it was approved");
        assertThat(get(gateway, "api/sessions/other/programs").json()).isEqualTo("{\"programs\":[]}");
    }

    @Test
    void T34_a_program_gets_its_arguments_unread_by_a_shell_and_a_small_environment() throws Exception {
        JsonValue gateway = started("--approve-config");
        String token = awaitToken();

        assertThat(Files.readAllLines(workspace.resolve("environment")))
                .contains(
                        "TAP_PROVIDER_TOKEN=" + token,
                        "TAP_GATEWAY_URL=" + text(gateway, "url"),
                        "GREETING=$(touch owned)")
                .noneMatch(line -> line.startsWith("TAPGATEWAY_HOME=") || line.startsWith("COPILOT_HOME="));
        assertThat(workspace.resolve("owned")).doesNotExist();
        Path log = home().resolve("logs/provider-ci.log");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(log).content().contains("printed by $(touch owned) ; touch owned\n"));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(log)))
                .isEqualTo("rw-------");
        assertThat(log).content().doesNotContain(token);
        assertThat(home().resolve("logs/tapgateway.log")).content().doesNotContain(token);
    }

    @Test
    void D228_when_the_program_dies_its_calls_end_at_once_although_its_connection_stands() throws Exception {
        JsonValue gateway = started("--approve-config");
        ScriptedPeer connection = provider(gateway, awaitToken());
        CompletableFuture<HttpResponse<String>> call = call(gateway);
        connection.receives("{\"type\":\"tool.call\",\"*\":\"*\"}");

        kill(processes.pid("pid"));

        assertThat(call.get(5, TimeUnit.SECONDS).body()).contains("\"errorCode\":\"DISCONNECTED\"");
        connection.closedWith(4401);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(
                                get(gateway, "api/sessions/main/programs").json())
                        .contains("\"state\":\"ended\"", "\"exitCode\":137"));
        await().atMost(PATIENCE).until(() -> !processes.isAlive("child"));
    }

    @Test
    @ThoroughOnly("a quarter of a minute of waiting")
    void D041_a_program_that_is_started_again_has_another_token_and_the_old_one_is_worthless() throws Exception {
        configure("on-failure");
        JsonValue gateway = started("--approve-config");
        String first = awaitToken();
        Files.delete(workspace.resolve("token"));
        kill(processes.pid("stray"));

        kill(processes.pid("pid"));

        String second = awaitToken();
        assertThat(second).isNotEqualTo(first);
        SocketWire.authenticated(gateway, first)
                .receives("{\"type\":\"error\",\"code\":\"AUTH_FAILED\",\"*\":\"*\"}")
                .closedWith(4401);
        provider(gateway, second);
        assertThat(get(gateway, "api/sessions/main/timeline").json()).contains("it is started again in 1 s");
    }

    @Test
    void D216_with_its_session_a_program_ends_and_all_it_has_started() throws Exception {
        JsonValue gateway = started("--approve-config");
        ScriptedPeer connection = provider(gateway, awaitToken());

        assertThat(new Owner(gateway).delete("api/sessions/main").statusCode()).isEqualTo(202);
        connection.receives("{\"type\":\"session.lifecycle\",\"state\":\"shutdown.pending\",\"*\":\"*\"}");
        assertThat(processes.isAlive("pid")).isTrue();
        connection.sends("{\"type\":\"shutdown.ready\"}");

        awaitNobodyIsLeft();
    }

    @Test
    void D224_with_the_gateway_the_programs_end() throws Exception {
        started("--approve-config");
        awaitToken();

        assertThat(AppProcess.run(directory, "stop").code()).isZero();

        awaitNobodyIsLeft();
    }

    @Test
    void D227_a_gateway_killed_under_load_leaves_no_program_and_the_next_one_knows_no_old_token() throws Exception {
        JsonValue killed = started("--approve-config");
        String token = awaitToken();
        ScriptedPeer connection = provider(killed, token);
        List<CompletableFuture<HttpResponse<String>>> calls = new ArrayList<>();
        // Four that run, ten that wait.
        for (int i = 0; i < 14; i++) {
            calls.add(call(killed));
        }
        for (int i = 0; i < 4; i++) {
            connection.receives("{\"type\":\"tool.call\",\"*\":\"*\"}");
        }

        kill(number(killed, "pid"));

        assertThat(calls).allSatisfy(call -> assertThat(call).failsWithin(PATIENCE));
        await().atMost(PATIENCE).until(() -> !processes.isAlive("pid") && !processes.isAlive("child"));
        Ended again = AppProcess.run(
                directory,
                "start",
                "--json",
                "--port",
                text(killed, "port"),
                "--control-port",
                text(killed, "controlPort"));
        assertThat(again.err()).isEmpty();
        JsonValue next = JsonValue.parse(again.out());
        assertThat(text(next, "url")).isEqualTo(text(killed, "url"));
        assertThat(get(next, "api/sessions").json()).isEqualTo("{\"sessions\":[]}");
        SocketWire.authenticated(next, token)
                .receives("{\"type\":\"error\",\"code\":\"AUTH_FAILED\",\"*\":\"*\"}")
                .closedWith(4401);
    }

    @Test
    void D228_run_starts_the_programs_of_its_first_session_and_ends_them_with_itself() throws Exception {
        try (AppProcess app = AppProcess.start(
                directory,
                "run",
                "--json",
                "--port",
                "0",
                "--control-port",
                "0",
                "--session",
                "main::" + workspace,
                "--config",
                workspace.resolve("tap.config.json").toString(),
                "--approve-config")) {
            JsonValue gateway = app.json();
            provider(gateway, awaitToken());

            app.signal("KILL");
            app.end();

            await().atMost(PATIENCE).until(() -> !processes.isAlive("pid") && !processes.isAlive("child"));
        }
    }

    /** The gateway, started in the background with the programs of the workspace. */
    private JsonValue started(String... more) throws Exception {
        Ended ended = AppProcess.run(directory, start(more));
        assertThat(ended.code()).as(ended.err()).isZero();
        return JsonValue.parse(ended.out());
    }

    private String[] start(String... more) {
        List<String> arguments =
                new ArrayList<>(List.of("start", "--json", "--port", "0", "--control-port", "0", "--session"));
        arguments.addAll(List.of("main::" + workspace, "--config", workspace + "/tap.config.json"));
        arguments.addAll(List.of(more));
        return arguments.toArray(String[]::new);
    }

    private void configure(String restart) throws IOException {
        Files.writeString(
                workspace.resolve("tap.config.json"),
                "{\"providers\":[{\"name\":\"ci\",\"command\":[\"sh\",\"program.sh\",\"$(touch owned)\",\"; touch owned\"],"
                        + "\"env\":{\"GREETING\":\"$(touch owned)\"},\"restart\":\"" + restart + "\"}]}");
    }

    private String awaitToken() throws IOException {
        await("that the program runs").atMost(PATIENCE).until(() -> Files.exists(workspace.resolve("token")));
        return Files.readString(workspace.resolve("token")).strip();
    }

    private void awaitNobodyIsLeft() {
        await().atMost(PATIENCE)
                .until(() -> !processes.isAlive("pid") && !processes.isAlive("child") && !processes.isAlive("stray"));
    }

    private static ScriptedPeer provider(JsonValue gateway, String token) throws Exception {
        return SocketWire.authenticated(gateway, token)
                .receives("{\"type\":\"sessions\",\"*\":\"*\"}")
                .sends(HELLO)
                .receives("{\"type\":\"hello.ack\",\"*\":\"*\"}")
                .receives("{\"type\":\"session.lifecycle\",\"state\":\"started\",\"*\":\"*\"}");
    }

    private static JsonValue get(JsonValue gateway, String path) throws Exception {
        return new Owner(gateway).get(path);
    }

    private static CompletableFuture<HttpResponse<String>> call(JsonValue gateway) throws IOException {
        return new Owner(gateway).call("main", "status");
    }

    private Path home() {
        return directory.resolve("home");
    }

    private static void kill(long pid) {
        ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    }

    private static long number(JsonValue object, String name) {
        return object.get(name).flatMap(JsonValue::asWholeNumber).orElseThrow();
    }

    private static String text(JsonValue object, String name) {
        return object.get(name)
                .map(value -> value.json().replace("\"", ""))
                .orElseThrow(() -> new AssertionError(name + " in " + object.json()));
    }
}
