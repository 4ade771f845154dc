package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.protocol.json.JsonValue;
import java.util.Map;

/** Claude Code, which reads messages of its user as lines of JSON. Confined to the test. */
final class ClaudeConversation implements AgentConversation {
    private static final String ANSWERED = "\"type\":\"result\"";

    private final RunningProgram program;
    private int prompts;

    ClaudeConversation(RunningProgram program) {
        this.program = program;
    }

    @Override
    public void say(String prompt) {
        awaitAnswered();
        prompts++;
        program.type(JsonValue.of(Map.of("type", "user", "message", Map.of("role", "user", "content", prompt)))
                .json());
    }

    @Override
    public void awaitAnswered() {
        await().atMost(ConnectedAgents.PATIENCE)
                .untilAsserted(() -> assertThat(program.printed().split(ANSWERED, -1))
                        .as(program.printed())
                        .hasSizeGreaterThan(prompts));
    }

    @Override
    public void interrupt() {
        program.type(JsonValue.of(Map.of(
                        "type", "control_request", "request_id", "stop", "request", Map.of("subtype", "interrupt")))
                .json());
    }

    @Override
    public RunningProgram program() {
        return program;
    }
}
