package io.tapgateway.mcp.session;

import io.tapgateway.programs.InteractiveProgram;
import io.tapgateway.protocol.json.JsonReader;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.testkit.ScriptedStreams;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * A program of a server with a tool, resources and a prompt, that a seed plays: what is done with them is answered when
 * the seed says so, or at once. Each use has a word of its own. Thread-safe.
 */
final class PlayedServer implements InteractiveProgram {
    private static final Map<String, String> ANSWERS = Map.of(
            "initialize",
            "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{\"listChanged\":true},\"resources\":{},"
                    + "\"prompts\":{},\"logging\":{}},\"serverInfo\":{\"name\":\"played\",\"version\":\"1\"}}",
            "tools/list",
            "{\"tools\":[{\"name\":\"echo\",\"description\":\"Says the same\",\"inputSchema\":{\"type\":\"object\"}}]}",
            "resources/list",
            "{\"resources\":[]}",
            "resources/templates/list",
            "{\"resourceTemplates\":[{\"uriTemplate\":\"doc://{word}\",\"name\":\"doc\"}]}",
            "prompts/list",
            "{\"prompts\":[{\"name\":\"plan\",\"arguments\":[{\"name\":\"word\"}]}]}");

    /** Something that the server was asked for. */
    private record Use(JsonValue id, String method, String word) {
        String result() {
            String said = JsonValue.of("said " + word).json();
            return switch (method) {
                case "tools/call" -> "{\"content\":[{\"type\":\"text\",\"text\":" + said + "}]}";
                case "resources/read" -> "{\"contents\":[{\"uri\":\"doc://" + word + "\",\"text\":" + said + "}]}";
                default -> "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":" + said + "}}]}";
            };
        }
    }

    private final ScriptedStreams streams = new ScriptedStreams(this::hear);
    private final CompletableFuture<Integer> end = new CompletableFuture<>();
    private final Queue<Use> waiting = new ConcurrentLinkedQueue<>();
    private final Consumer<String> reached;
    private final boolean prompt;

    /**
     * @param reached gets the word of each use that gets here
     * @param prompt whether it answers at once
     */
    PlayedServer(Consumer<String> reached, boolean prompt) {
        this.reached = reached;
        this.prompt = prompt;
    }

    private void hear(String line) {
        JsonValue message;
        try {
            message = JsonValue.parse(line);
        } catch (MalformedJson e) {
            throw new AssertionError(line, e);
        }
        Optional<JsonValue> id = message.get("id");
        String method = text(message, "method").orElse("");
        if (id.isEmpty() || method.isEmpty()) {
            return;
        }
        JsonValue params = message.get("params").orElse(JsonValue.EMPTY_OBJECT);
        if (ANSWERS.containsKey(method)) {
            answer(id.get(), ANSWERS.get(method));
            return;
        }
        String word = text(params, "uri")
                .map(it -> it.substring("doc://".length()))
                .or(() -> params.get("arguments").flatMap(it -> text(it, "word")))
                .orElseThrow(() -> new AssertionError(line));
        reached.accept(word);
        Use use = new Use(id.get(), method, word);
        if (prompt) {
            answer(use.id(), use.result());
        } else {
            waiting.add(use);
        }
    }

    private static Optional<String> text(JsonValue of, String member) {
        return of.get(member).flatMap(JsonReader.TEXT::tryRead);
    }

    private void answer(JsonValue id, String result) {
        streams.says("{\"jsonrpc\":\"2.0\",\"id\":" + id.json() + ",\"result\":" + result + "}");
    }

    /** Answers what has waited the longest; false if nothing waits. */
    boolean answerOne() {
        Optional<Use> next = Optional.ofNullable(waiting.poll());
        next.ifPresent(it -> answer(it.id(), it.result()));
        return next.isPresent();
    }

    /** Prints so many lines, whatever they are. */
    void prints(int times, String line) {
        for (int i = 0; i < times; i++) {
            streams.says(line);
        }
    }

    /** The program has ended. */
    void dies() {
        streams.ends();
        end.complete(1);
    }

    @Override
    public long pid() {
        return 4711;
    }

    @Override
    public void onEnd(IntConsumer listener) {
        var unused = end.thenAccept(listener::accept);
    }

    @Override
    public void stop() {
        dies();
    }

    @Override
    public OutputStream input() {
        return streams.input();
    }

    @Override
    public InputStream output() {
        return streams.output();
    }
}
