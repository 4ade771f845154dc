package io.tapgateway.app.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tapgateway.app.home.HomeDirectory;
import io.tapgateway.app.home.Problem;
import io.tapgateway.app.mcp.SessionMcpServers;
import io.tapgateway.app.session.AppSessions;
import io.tapgateway.app.session.NewSession;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.SessionId;
import io.tapgateway.runtime.Gateway;
import io.tapgateway.runtime.GatewaySession;
import io.tapgateway.runtime.ToolOutcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProjectProgramsTest {
    private static final SessionId HERE = new SessionId("here");
    private static final String PROGRAM = "\"providers\":[{\"name\":\"ci\",\"command\":[\"sleep\",\"1000\"]}]";

    @TempDir
    private Path temporary;

    @AutoClose("closeNow")
    private final Gateway gateway = Gateway.builder().build();

    private final AppSessions sessions = new AppSessions(gateway, () -> 0);

    @AutoClose
    private final ProjectEmitters emitters = new ProjectEmitters(gateway, sessions, true);

    private Path workspace;

    @AutoClose
    private SessionMcpServers servers;

    @AutoClose
    private ProjectPrograms programs;

    @BeforeEach
    void open() throws Exception {
        workspace = temporary.toRealPath();
        HomeDirectory home = new HomeDirectory(workspace.resolve("home"), workspace.resolve("copilot"));
        Files.createDirectories(home.logs());
        servers = new SessionMcpServers(gateway, sessions, home, "1", System::nanoTime);
        programs = new ProjectPrograms(
                sessions, emitters, servers, gateway.tokens(), home, "ws://127.0.0.1:1/", System::nanoTime);
        sessions.open(NewSession.of(HERE.value(), "Here", Optional.of(workspace)));
    }

    @Test
    void what_is_in_the_way_of_an_emitter_is_in_the_way_of_the_programs_too() throws Exception {
        agentStartsAnEmitter("news");
        ProjectConfig both = config(PROGRAM + ",\"emitters\":[{\"name\":\"news\",\"command\":[\"sleep\",\"1000\"]}]");

        assertThatThrownBy(() -> programs.start(HERE, both))
                .isInstanceOf(Problem.class)
                .hasMessageContaining("'news' is there already");

        assertThat(programs.of(HERE)).isEmpty();
        assertThat(programs.start(HERE, config(PROGRAM))).hasSize(1);
    }

    private void agentStartsAnEmitter(String name) throws Exception {
        JsonValue args = JsonValue.parse("{\"name\":\"" + name + "\",\"command\":[\"sleep\",\"1000\"]}");
        GatewaySession session = sessions.find(HERE.value()).orElseThrow().gateway();
        await().until(() -> session.tool("tap_start_emitter").isPresent());
        ToolOutcome outcome = session.callTool("tap_start_emitter", args)
                .toCompletableFuture()
                .get(60, TimeUnit.SECONDS);
        assertThat(outcome).isInstanceOf(ToolOutcome.Success.class);
    }

    private ProjectConfig config(String members) throws Exception {
        Path file = Files.writeString(workspace.resolve("tap.config.json"), "{" + members + "}");
        return ProjectConfig.read(file, workspace);
    }
}
