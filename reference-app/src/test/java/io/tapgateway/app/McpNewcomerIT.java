package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.mcp.MeterServer;
import io.tapgateway.app.run.AppOnTerminal;
import io.tapgateway.app.run.AppProcess;
import io.tapgateway.protocol.json.JsonValue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Somebody who has a project with MCP servers, and follows the guide, with the words that it shows. */
@Timeout(300)
@Needs(Installed.PYTHON)
class McpNewcomerIT {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @TempDir
    private Path directory;

    @AfterEach
    void endGateway() throws Exception {
        Path record = new HomeDirectory(directory.resolve("home"), directory.resolve("copilot")).gatewayRecord();
        if (Files.exists(record)) {
            JsonValue.parse(Files.readString(record))
                    .get("pid")
                    .flatMap(JsonValue::asWholeNumber)
                    .flatMap(ProcessHandle::of)
                    .ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    @Test
    void M060_M061_the_servers_of_a_project_are_tools_of_an_agent_within_a_minute(@TempDir Path elsewhere)
            throws Exception {
        Path project = Files.createDirectory(directory.resolve("project"));
        JsonValue servers = JsonValue.object(
                Map.of(MeterServer.KEY, MeterServer.in(elsewhere).written()));
        Path agents = Files.writeString(
                project.resolve(".mcp.json"),
                JsonValue.object(Map.of("mcpServers", servers)).json());
        long began = System.nanoTime();

        AppProcess.Ended imported = AppProcess.run(directory, "mcp-server", "import", agents.toString());
        assertThat(imported.out() + imported.err())
                .contains(
                        "'meter' is taken over; it is not started before you approve it: ", "mcp-server approve meter");

        try (AppOnTerminal terminal =
                AppOnTerminal.start(directory, Map.of(), "mcp-server", "approve", MeterServer.KEY)) {
            terminal.awaitScreen(
                    "The MCP server 'meter' is started for every session, with your rights:",
                    "\"command\":\"sh\"",
                    "What it starts or reads itself is not covered by your answer.",
                    "Start it? [y/N]");
            terminal.type("y\r");
            terminal.awaitScreen("'meter' is approved.");
        }

        Map<String, String> environment = Map.of(
                "TAPGATEWAY_HOME", directory.resolve("home").toString(),
                "COPILOT_HOME", directory.resolve("copilot").toString());
        try (McpAgent agent = McpAgent.start(
                project, environment, PackagedApp.ownersCommand("mcp", "--port", "0", "--control-port", "0"))) {
            agent.introduced();
            await().atMost(MINUTE).untilAsserted(() -> assertThat(agent.tools()).contains("meter_read"));

            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(MINUTE);
            assertThat(AppProcess.run(directory, "mcp-server", "list").out())
                    .containsPattern("meter +sh +\\S+ +ready +1 +0");
        }
    }
}
