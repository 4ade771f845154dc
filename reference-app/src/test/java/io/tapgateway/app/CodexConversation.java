package io.tapgateway.app;

import io.tapgateway.protocol.json.JsonValue;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Codex, as the server that its editors have. Confined to the test. */
final class CodexConversation implements AgentConversation {
    private final RunningProgram program;
    private final RpcLines lines;
    private final JsonValue thread;
    private JsonValue turn = JsonValue.NULL;

    /** @param work where Codex is to work */
    CodexConversation(RunningProgram program, Path work) {
        this.program = program;
        this.lines = new RpcLines(program);
        var unused = lines.answer("initialize", Map.of("clientInfo", Map.of("name", "it", "version", "1")));
        lines.tell("initialized", Map.of());
        thread = id(
                lines.answer(
                        "thread/start", Map.of("cwd", work.toString(), "config", Map.of("bypass_hook_trust", true))),
                "thread");
    }

    private static JsonValue id(JsonValue result, String of) {
        return result.get(of).flatMap(it -> it.get("id")).orElseThrow();
    }

    @Override
    public void say(String prompt) {
        awaitAnswered();
        turn = id(
                lines.answer(
                        "turn/start",
                        Map.of("threadId", thread, "input", List.of(Map.of("type", "text", "text", prompt)))),
                "turn");
    }

    @Override
    public void awaitAnswered() {
        if (!turn.equals(JsonValue.NULL)) {
            lines.awaitNews("turn/completed", turn.asString());
        }
    }

    @Override
    public void interrupt() {
        var unused = lines.answer("turn/interrupt", Map.of("threadId", thread, "turnId", turn));
    }

    @Override
    public RunningProgram program() {
        return program;
    }
}
