package io.tapgateway.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * An agent that has started the app as its MCP server. Threads of its own read: each line has to be JSON.
 * Thread-safe, but for writing.
 */
final class McpAgent implements AutoCloseable {
    private final Process server;
    private final Writer out;
    private final AtomicInteger asked = new AtomicInteger();
    private final Map<Integer, CompletableFuture<JsonValue>> open = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<JsonValue> notifications = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<String> stray = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<String> heard = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<String> complaints = new ConcurrentLinkedQueue<>();

    private McpAgent(Process server) {
        this.server = server;
        this.out = server.outputWriter(StandardCharsets.UTF_8);
    }

    /**
     * Starts the server.
     *
     * @param directory where it works
     */
    static McpAgent start(Path directory, Map<String, String> environment, List<String> command) throws IOException {
        Files.createDirectories(directory);
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
        builder.environment().keySet().retainAll(Set.of("PATH"));
        builder.environment().put("HOME", directory.toString());
        builder.environment().putAll(environment);
        McpAgent agent = new McpAgent(builder.start());
        agent.read(agent.server.inputReader(StandardCharsets.UTF_8), agent::hear);
        agent.read(agent.server.errorReader(StandardCharsets.UTF_8), agent.complaints::add);
        return agent;
    }

    private void read(BufferedReader from, Consumer<String> reader) {
        Thread thread = new Thread(
                () -> {
                    try (from) {
                        for (String line = from.readLine(); line != null; line = from.readLine()) {
                            reader.accept(line);
                        }
                    } catch (IOException e) {
                        stray.add(e.toString());
                    }
                },
                "mcp-agent");
        thread.setDaemon(true);
        thread.start();
    }

    private void hear(String line) {
        heard.add(line);
        try {
            JsonValue message = JsonValue.parse(line);
            if (message.get("id").isEmpty()) {
                notifications.add(message);
                return;
            }
            CompletableFuture<JsonValue> asker = message.get("id")
                    .flatMap(JsonValue::asWholeNumber)
                    .map(id -> open.remove(id.intValue()))
                    .orElseThrow();
            asker.complete(message);
        } catch (MalformedJson | RuntimeException e) {
            stray.add(line);
        }
    }

    /** The process of the server. */
    long pid() {
        return server.pid();
    }

    /** Introduces itself. */
    McpAgent introduced() throws Exception {
        return introduced("it");
    }

    /** Introduces itself under that name. */
    McpAgent introduced(String name) throws Exception {
        JsonValue welcome = await(ask(
                "initialize",
                Map.of(
                        "protocolVersion",
                        "2025-11-25",
                        "capabilities",
                        Map.of(),
                        "clientInfo",
                        Map.of("name", name, "version", "1"))));
        assertThat(welcome.get("serverInfo").orElseThrow().get("name")).contains(JsonValue.of("tapgateway"));
        say(Map.of("jsonrpc", "2.0", "method", "notifications/initialized"));
        return this;
    }

    CompletableFuture<JsonValue> ask(String method, Map<String, ?> params) {
        int id = asked.incrementAndGet();
        CompletableFuture<JsonValue> answer = new CompletableFuture<>();
        open.put(id, answer);
        say(Map.of("jsonrpc", "2.0", "id", id, "method", method, "params", params));
        return answer;
    }

    CompletableFuture<JsonValue> call(String tool, Map<String, ?> arguments) {
        return ask("tools/call", Map.of("name", tool, "arguments", arguments));
    }

    CompletableFuture<JsonValue> call(String tool, Map<String, ?> arguments, Map<String, ?> meta) {
        return ask("tools/call", Map.of("name", tool, "arguments", arguments, "_meta", meta));
    }

    private void say(Map<String, ?> message) {
        try {
            out.write(JsonValue.of(message).json());
            out.write('\n');
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The result of a request. */
    JsonValue await(CompletableFuture<JsonValue> answer) throws Exception {
        JsonValue response = answer.get(RunningProgram.PATIENCE.toSeconds(), TimeUnit.SECONDS);
        return response.get("result").orElseThrow(() -> new AssertionError(response.json()));
    }

    /** The text of the result of a call. */
    String text(CompletableFuture<JsonValue> call) throws Exception {
        JsonValue block = await(call).get("content").orElseThrow().elements().get(0);
        return block.get("text").orElseThrow().asString();
    }

    /** The tools of providers. */
    List<String> tools() throws Exception {
        return await(ask("tools/list", Map.of())).get("tools").orElseThrow().elements().stream()
                .map(it -> it.get("name").orElseThrow().asString())
                .filter(it -> !it.startsWith("tap_"))
                .toList();
    }

    /** Whether it was told that the list has changed since it has forgotten all news. */
    boolean wasToldOfTools() {
        return notifications.stream().anyMatch(it -> it.json().contains("notifications/tools/list_changed"));
    }

    /** Whether a line of its log says that. */
    boolean wasTold(String words) {
        return notifications.stream()
                .filter(it -> it.json().contains("notifications/message"))
                .anyMatch(it -> it.json().contains(words));
    }

    /** Whether it was told that a resource is another one. */
    boolean wasToldOf(String resource) {
        return notifications.stream()
                .filter(it -> it.json().contains("notifications/resources/updated"))
                .anyMatch(it -> it.json().contains(resource));
    }

    /** What it was told of how far its calls are. */
    List<String> progress() {
        return notifications.stream()
                .filter(it -> it.get("method")
                        .filter(JsonValue.of("notifications/progress")::equals)
                        .isPresent())
                .map(it -> it.get("params").orElseThrow().json())
                .toList();
    }

    void forgetNews() {
        notifications.clear();
    }

    /** What came that is no answer to a request and no notification. */
    List<String> stray() {
        return List.copyOf(stray);
    }

    /** All that came, in its order. */
    List<String> heard() {
        return List.copyOf(heard);
    }

    /** What its server has printed beside the protocol. */
    List<String> complaints() {
        return List.copyOf(complaints);
    }

    /** Ends what it sends, and returns the server's exit code. */
    int leave(Duration patience) throws Exception {
        out.close();
        return awaitExit(patience);
    }

    /** Has the server end, as a program that wants to be rid of it does. */
    int terminate(Duration patience) throws Exception {
        Signals.send("TERM", server);
        return awaitExit(patience);
    }

    private int awaitExit(Duration patience) throws Exception {
        assertThat(server.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
        return server.exitValue();
    }

    boolean isServed() {
        return server.isAlive();
    }

    @Override
    public void close() {
        server.destroyForcibly();
    }
}
