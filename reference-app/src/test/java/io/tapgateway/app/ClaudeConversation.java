package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.protocol.json.JsonValue;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Claude Code with a user who writes one prompt after the other. Confined to the test. */
final class ClaudeConversation {
    private static final String ANSWERED = "\"type\":\"result\"";

    private final RunningProgram program;
    private int prompts;

    private ClaudeConversation(RunningProgram program) {
        this.program = program;
    }

    /** Begins one; with {@code --continue} among the options it goes on with the last one. */
    static ClaudeConversation begin(ConnectedAgents agents, FakeModel model, String... options) {
        Stream<String> command = RealAgent.CLAUDE.command("").stream().filter(word -> !word.isEmpty());
        List<String> words = Stream.of(command, Stream.of("--input-format", "stream-json"), Stream.of(options))
                .flatMap(it -> it)
                .toList();
        return new ClaudeConversation(agents.talk(RealAgent.CLAUDE.environment(model), words));
    }

    /** The user writes, once the last prompt is answered. */
    void say(String prompt) {
        awaitAnswered();
        prompts++;
        program.type(JsonValue.of(Map.of("type", "user", "message", Map.of("role", "user", "content", prompt)))
                .json());
    }

    /** Until it waits for its user. */
    void awaitAnswered() {
        await().atMost(ConnectedAgents.PATIENCE)
                .untilAsserted(() -> assertThat(program.printed().split(ANSWERED, -1))
                        .as(program.printed())
                        .hasSizeGreaterThan(prompts));
    }

    /** The user stops what it does. */
    void interrupt() {
        program.type(JsonValue.of(Map.of(
                        "type", "control_request", "request_id", "stop", "request", Map.of("subtype", "interrupt")))
                .json());
    }

    /** The user writes no more; what it is about it does to its end. */
    RunningProgram leave() {
        program.hangUp();
        return program;
    }

    RunningProgram program() {
        return program;
    }
}
