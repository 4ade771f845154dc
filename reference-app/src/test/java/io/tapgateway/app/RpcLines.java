package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * JSON-RPC over the standard streams of a program, one message a line. What the program itself asks for is refused.
 * Confined to the test.
 */
final class RpcLines {
    private static final int METHOD_NOT_FOUND = -32601;

    private final RunningProgram program;
    private final Set<JsonValue> refused = new HashSet<>();
    private int requests;

    RpcLines(RunningProgram program) {
        this.program = program;
    }

    /** Returns the number of the request. */
    int ask(String method, Map<String, ?> params) {
        requests++;
        type(Map.of("jsonrpc", "2.0", "id", requests, "method", method, "params", params));
        return requests;
    }

    /** The result of what is asked for now. */
    JsonValue answer(String method, Map<String, ?> params) {
        return answer(ask(method, params));
    }

    /** The result of a request. */
    JsonValue answer(int request) {
        return await().atMost(ConnectedAgents.PATIENCE)
                .until(() -> response(request), Optional::isPresent)
                .flatMap(it -> it.get("result"))
                .orElseThrow(() -> new AssertionError(program.printed()));
    }

    private Optional<JsonValue> response(int request) {
        return heard().stream()
                .filter(it -> it.get("method").isEmpty())
                .filter(it -> it.get("id").equals(Optional.of(JsonValue.of(request))))
                .findFirst();
    }

    /** Says what nobody answers. */
    void tell(String method, Map<String, ?> params) {
        type(Map.of("jsonrpc", "2.0", "method", method, "params", params));
    }

    /** Until a message has come that tells of something, with that text in it. */
    void awaitNews(String method, String text) {
        await().atMost(ConnectedAgents.PATIENCE)
                .untilAsserted(() -> assertThat(heard())
                        .as(program.printed())
                        .anyMatch(it -> it.get("method").equals(Optional.of(JsonValue.of(method)))
                                && it.json().contains(text)));
    }

    private List<JsonValue> heard() {
        List<JsonValue> heard = program.printed()
                .lines()
                .filter(it -> it.startsWith("{"))
                .flatMap(RpcLines::message)
                .toList();
        heard.stream()
                .filter(it -> it.get("method").isPresent())
                .forEach(it -> it.get("id")
                        .filter(refused::add)
                        .ifPresent(id -> type(Map.of(
                                "jsonrpc",
                                "2.0",
                                "id",
                                id,
                                "error",
                                Map.of("code", METHOD_NOT_FOUND, "message", "A test does nothing for its agent")))));
        return heard;
    }

    /** The last line may not be whole yet. */
    private static Stream<JsonValue> message(String line) {
        try {
            return Stream.of(JsonValue.parse(line));
        } catch (MalformedJson unfinished) {
            return Stream.empty();
        }
    }

    private void type(Map<String, ?> message) {
        program.type(JsonValue.of(message).json());
    }
}
