package io.tapgateway.mcp.provider;

import io.tapgateway.programs.InteractiveProgram;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.testkit.ScriptedStreams;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntConsumer;

/**
 * A server's program, as far as others can tell: it answers the handshake and lists its tools, unless a test says
 * otherwise, and all else is said by the test. Thread-safe.
 */
final class ScriptedServer implements InteractiveProgram {
    /** What to do about a request that was heard. */
    interface Script {
        void heard(ScriptedServer server, JsonValue message);
    }

    final List<JsonValue> heard = new CopyOnWriteArrayList<>();
    volatile boolean stopped;

    private final Script script;
    private final ScriptedStreams streams = new ScriptedStreams(this::hear);
    private final CompletableFuture<Integer> end = new CompletableFuture<>();

    ScriptedServer(Script script) {
        this.script = script;
    }

    /** Answers the handshake, and lists these tools. */
    static Script withTools(String... definitions) {
        return (server, message) -> {
            switch (method(message)) {
                case "initialize" ->
                    server.answers(
                            message,
                            "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{\"listChanged\":true}},"
                                    + "\"serverInfo\":{\"name\":\"scripted\",\"version\":\"1\"}}");
                case "tools/list" -> server.answers(message, "{\"tools\":[" + String.join(",", definitions) + "]}");
                default -> {}
            }
        };
    }

    static String tool(String name, String description) {
        return "{\"name\":\"" + name + "\",\"description\":\"" + description
                + "\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}}}}";
    }

    static String method(JsonValue message) {
        return message.get("method").map(JsonValue::asString).orElse("");
    }

    /** The messages of that method that were heard. */
    List<JsonValue> heard(String method) {
        return heard.stream().filter(it -> method(it).equals(method)).toList();
    }

    void answers(JsonValue request, String result) {
        says("{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id").orElseThrow().json() + ",\"result\":" + result + "}");
    }

    /** Answers a call with a text. */
    void answersText(JsonValue call, String text) {
        answers(
                call,
                "{\"content\":[{\"type\":\"text\",\"text\":"
                        + JsonValue.of(text).json() + "}]}");
    }

    void notifies(String method, String params) {
        says("{\"jsonrpc\":\"2.0\",\"method\":\"" + method + "\",\"params\":" + params + "}");
    }

    void says(String text) {
        streams.says(text);
    }

    /** The program has ended. */
    void ends(int code) {
        streams.ends();
        end.complete(code);
    }

    @Override
    public long pid() {
        return 4711;
    }

    @Override
    public void onEnd(IntConsumer listener) {
        var unused = end.thenAccept(listener::accept);
    }

    /** A program that obeys. */
    @Override
    public void stop() {
        stopped = true;
        ends(0);
    }

    @Override
    public OutputStream input() {
        return streams.input();
    }

    @Override
    public InputStream output() {
        return streams.output();
    }

    private void hear(String line) {
        try {
            JsonValue message = JsonValue.parse(line);
            heard.add(message);
            script.heard(this, message);
        } catch (MalformedJson e) {
            throw new AssertionError(line, e);
        }
    }

    /** What was heard of calls, by tool. */
    Map<String, JsonValue> calls() {
        Map<String, JsonValue> calls = new LinkedHashMap<>();
        heard("tools/call")
                .forEach(it -> calls.put(
                        it.get("params").orElseThrow().get("name").orElseThrow().asString(), it));
        return calls;
    }
}
