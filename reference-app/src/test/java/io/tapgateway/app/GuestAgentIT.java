package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.provider.BoundProvider;
import io.tapgateway.provider.Credentials;
import io.tapgateway.provider.Provider;
import io.tapgateway.provider.schema.Schema;
import io.tapgateway.provider.ws.WebSocketProvider;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An agent whose MCP server takes part in a session that somebody else hosts. */
@Timeout(300)
class GuestAgentIT {
    @TempDir
    private Path directory;

    @Test
    void M011_an_agent_is_a_guest_of_a_session_for_as_long_as_that_is_there() throws Exception {
        try (PackagedApp app = PackagedApp.start(directory.resolve("app"), "--demo");
                McpAgent agent = McpAgent.start(
                        directory.resolve("work"),
                        app.ownersEnvironment(),
                        PackagedApp.ownersCommand("mcp", "--session", PackagedApp.SESSION))) {
            agent.introduced();
            assertThat(agent.tools()).contains("demo_greet");
            assertThat(agent.text(agent.call("demo_greet", Map.of("name", "Ada"))))
                    .contains("Ada");
            assertThat(app.sessions()).containsExactly(PackagedApp.SESSION);
            assertThat(app.timeline()).anyMatch(it -> it.contains("demo_greet"));

            app.endSession();
            await().atMost(RunningProgram.PATIENCE)
                    .untilAsserted(() -> assertThat(agent.tools()).isEmpty());
            await().atMost(RunningProgram.PATIENCE).until(() -> agent.wasTold("there is no such session"));
            app.openSession();
            try (BoundProvider later = WebSocketProvider.connect(
                    app.url(),
                    Credentials.token(app.providerToken()),
                    Provider.named("later")
                            .tool("later_greet", "Says hello", Schema.object(), call -> "Hello")
                            .build())) {
                await().atMost(RunningProgram.PATIENCE)
                        .untilAsserted(() -> assertThat(agent.tools()).contains("later_greet"));
                later.goodbye("it was there");
            }

            assertThat(agent.leave(RunningProgram.PATIENCE)).isZero();
            assertThat(agent.stray()).isEmpty();
            assertThat(app.sessions()).containsExactly(PackagedApp.SESSION);
        }
    }
}
