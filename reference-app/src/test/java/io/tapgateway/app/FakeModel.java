package io.tapgateway.app;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;

/**
 * A model on loopback that says what a test wants it to, as Anthropic's messages and as OpenAI's responses. It remembers
 * what it was asked. Thread-safe.
 */
final class FakeModel implements AutoCloseable {
    private final HttpServer server;
    private final Queue<Turn> turns = new ConcurrentLinkedDeque<>();
    private volatile String awaited = "";
    private final List<String> asked = new CopyOnWriteArrayList<>();

    private FakeModel(HttpServer server) {
        this.server = server;
    }

    /** The use of a tool, with the names that a tool of agents has in either dialect; without any, a farewell. */
    record Turn(String tool, Map<String, ?> args) {}

    static FakeModel start() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        FakeModel model = new FakeModel(server);
        server.createContext("/", model::answer);
        server.setExecutor(Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "fake-model");
            thread.setDaemon(true);
            return thread;
        }));
        server.start();
        return model;
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** What it wants done next; it says goodbye when nothing is left. */
    void wants(String tool, Map<String, ?> args) {
        turns.add(new Turn(tool, args));
    }

    /** It wants the last of it over and over again, until it is asked something with this text in it. */
    void untilAsked(String text) {
        awaited = text;
    }

    /** The requests of conversations so far. */
    List<String> asked() {
        return List.copyOf(asked);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String path = exchange.getRequestURI().getPath();
            boolean messages = path.endsWith("/messages");
            if (!messages && !path.endsWith("/responses")) {
                exchange.sendResponseHeaders(404, -1);
                return;
            }
            Turn turn = null;
            if (isConversation(body)) {
                asked.add(body);
                turn = turns.size() > 1 || body.contains(awaited) ? turns.poll() : turns.peek();
            }
            Queue<Map<String, ?>> events = messages ? message(turn) : response(turn);
            StringBuilder text = new StringBuilder();
            events.forEach(event -> text.append("event: ")
                    .append(event.get("type"))
                    .append("\ndata: ")
                    .append(JsonValue.of(event).json())
                    .append("\n\n"));
            byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    /** Agents ask for titles and the like, without tools. */
    private static boolean isConversation(String body) {
        try {
            return JsonValue.parse(body)
                    .get("tools")
                    .filter(tools -> !tools.elements().isEmpty())
                    .isPresent();
        } catch (MalformedJson e) {
            return false;
        }
    }

    private static Queue<Map<String, ?>> message(Turn turn) {
        Map<String, ?> block = turn == null
                ? Map.of("type", "text", "text", "")
                : Map.of("type", "tool_use", "id", id("toolu"), "name", turn.tool(), "input", Map.of());
        Map<String, ?> delta = turn == null
                ? Map.of("type", "text_delta", "text", "Done.")
                : Map.of(
                        "type",
                        "input_json_delta",
                        "partial_json",
                        JsonValue.of(turn.args()).json());
        Map<String, ?> message = Map.of(
                "id",
                id("msg"),
                "type",
                "message",
                "role",
                "assistant",
                "model",
                "fake",
                "content",
                List.of(),
                "usage",
                Map.of("input_tokens", 1, "output_tokens", 1));
        Queue<Map<String, ?>> events = new ArrayDeque<>();
        events.add(Map.of("type", "message_start", "message", message));
        events.add(Map.of("type", "content_block_start", "index", 0, "content_block", block));
        events.add(Map.of("type", "content_block_delta", "index", 0, "delta", delta));
        events.add(Map.of("type", "content_block_stop", "index", 0));
        events.add(Map.of(
                "type",
                "message_delta",
                "delta",
                Map.of("stop_reason", turn == null ? "end_turn" : "tool_use"),
                "usage",
                Map.of("output_tokens", 1)));
        events.add(Map.of("type", "message_stop"));
        return events;
    }

    private static Queue<Map<String, ?>> response(Turn turn) {
        Map<String, ?> item = turn == null
                ? Map.of(
                        "type",
                        "message",
                        "id",
                        id("m"),
                        "role",
                        "assistant",
                        "content",
                        List.of(Map.of("type", "output_text", "text", "Done.", "annotations", List.of())))
                : Map.of(
                        "type",
                        "function_call",
                        "id",
                        id("fc"),
                        "call_id",
                        id("call"),
                        "name",
                        turn.tool(),
                        "arguments",
                        JsonValue.of(turn.args()).json());
        String id = id("resp");
        Map<String, ?> usage = Map.of("input_tokens", 1, "output_tokens", 1, "total_tokens", 2);
        Queue<Map<String, ?>> events = new ArrayDeque<>();
        events.add(Map.of("type", "response.created", "response", Map.of("id", id)));
        events.add(Map.of("type", "response.output_item.done", "output_index", 0, "item", item));
        events.add(Map.of(
                "type",
                "response.completed",
                "response",
                Map.of("id", id, "object", "response", "output", List.of(item), "usage", usage)));
        return events;
    }

    private static String id(String prefix) {
        return prefix + "_" + Long.toHexString(System.nanoTime());
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
