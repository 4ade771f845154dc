package io.tapgateway.app;

import io.tapgateway.protocol.json.JsonValue;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** An agent that speaks the Agent Client Protocol, as editors have it. Confined to the test. */
final class AcpConversation implements AgentConversation {
    private final RunningProgram program;
    private final RpcLines lines;
    private final JsonValue session;
    private int prompt;

    /** @param work where the agent is to work */
    AcpConversation(RunningProgram program, Path work) {
        this.program = program;
        this.lines = new RpcLines(program);
        prompt = lines.ask("initialize", Map.of("protocolVersion", 1, "clientCapabilities", Map.of()));
        awaitAnswered();
        session = lines.answer("session/new", Map.of("cwd", work.toString(), "mcpServers", List.of()))
                .get("sessionId")
                .orElseThrow();
    }

    @Override
    public void say(String text) {
        awaitAnswered();
        prompt = lines.ask(
                "session/prompt",
                Map.of("sessionId", session, "prompt", List.of(Map.of("type", "text", "text", text))));
    }

    @Override
    public void awaitAnswered() {
        var unused = lines.answer(prompt);
    }

    @Override
    public void interrupt() {
        lines.tell("session/cancel", Map.of("sessionId", session));
    }

    @Override
    public RunningProgram program() {
        return program;
    }
}
