package io.tapgateway.app;

import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * A model on loopback that says what a test wants it to, as Anthropic's messages, as OpenAI's responses and chat, and
 * as Gemini's contents. It remembers what it was asked. Thread-safe.
 */
final class FakeModel implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Map<String, ?> CHAT_USAGE =
            Map.of("prompt_tokens", 1, "completion_tokens", 1, "total_tokens", 2);

    private final HttpServer server;
    private final Queue<Turn> turns = new ConcurrentLinkedDeque<>();
    private volatile String awaited = "";
    private volatile int most = Integer.MAX_VALUE;
    private volatile BooleanSupplier mayAnswer = () -> true;
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final AtomicInteger untilGoodbye = new AtomicInteger(Integer.MAX_VALUE);

    private FakeModel(HttpServer server) {
        this.server = server;
    }

    /**
     * The use of a tool, as an agent knows it.
     *
     * @param tool its name; of a tool in a namespace, that, a slash, and its name there
     */
    record Turn(String tool, Map<String, ?> args) {
        /** Agents stop a model that wants the same again and again. */
        Turn numbered(int number) {
            Map<String, Object> numbered = new LinkedHashMap<>();
            args.forEach(
                    (name, value) -> numbered.put(name, String.valueOf(value).replace("{turn}", "" + number)));
            return new Turn(tool, numbered);
        }
    }

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

    /**
     * It wants the last of it over and over again, until it is asked something with this text in it, or often enough.
     */
    void untilAsked(String text, int mostTurns) {
        awaited = text;
        most = mostTurns;
    }

    /** It thinks until then before it answers anybody. */
    void thinksUntil(BooleanSupplier ready) {
        mayAnswer = ready;
    }

    /** The requests of conversations so far. */
    List<String> asked() {
        return List.copyOf(asked);
    }

    /** How many of them it was asked before it has said goodbye for the first time. */
    int askedUntilGoodbye() {
        return untilGoodbye.get();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String path = exchange.getRequestURI().getPath();
            Optional<Dialect> dialect = Dialect.at(path);
            if (dialect.isEmpty()) {
                exchange.sendResponseHeaders(404, -1);
                return;
            }
            Turn turn = null;
            if (isConversation(body)) {
                asked.add(body);
                await().atMost(PATIENCE).until(mayAnswer::getAsBoolean);
                boolean isEnough = body.contains(awaited) || asked.size() >= most;
                turn = turns.size() > 1 || isEnough ? turns.poll() : turns.peek();
                if (turn == null) {
                    untilGoodbye.accumulateAndGet(asked.size(), Math::min);
                }
            }
            if (turn != null) {
                turn = turn.numbered(asked.size());
            }
            byte[] bytes = dialect.get().text(turn, isStreamed(path, body)).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders()
                    .set("Content-Type", isStreamed(path, body) ? "text/event-stream" : "application/json");
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    /** How a maker's models are asked, and answer. */
    private enum Dialect {
        MESSAGES {
            @Override
            String text(Turn turn, boolean isStreamed) {
                return named(message(turn));
            }
        },
        RESPONSES {
            @Override
            String text(Turn turn, boolean isStreamed) {
                return named(response(turn));
            }
        },
        CHAT {
            @Override
            String text(Turn turn, boolean isStreamed) {
                return isStreamed ? unnamed(chunks(turn)) + "data: [DONE]\n\n" : json(completion(turn));
            }
        },
        CONTENTS {
            @Override
            String text(Turn turn, boolean isStreamed) {
                return isStreamed ? unnamed(List.of(content(turn))) : json(content(turn));
            }
        };

        abstract String text(Turn turn, boolean isStreamed);

        static Optional<Dialect> at(String path) {
            if (path.endsWith("/messages")) {
                return Optional.of(MESSAGES);
            }
            if (path.endsWith("/responses")) {
                return Optional.of(RESPONSES);
            }
            if (path.endsWith("/chat/completions")) {
                return Optional.of(CHAT);
            }
            return path.endsWith("enerateContent") ? Optional.of(CONTENTS) : Optional.empty();
        }
    }

    private static boolean isStreamed(String path, String body) {
        return path.endsWith(":streamGenerateContent") || body.replace(" ", "").contains("\"stream\":true");
    }

    private static String json(Map<String, ?> value) {
        return JsonValue.of(value).json();
    }

    private static String named(Collection<Map<String, ?>> events) {
        return events.stream()
                .map(event -> "event: " + event.get("type") + "\ndata: " + json(event) + "\n\n")
                .collect(Collectors.joining());
    }

    private static String unnamed(Collection<Map<String, ?>> events) {
        return events.stream().map(event -> "data: " + json(event) + "\n\n").collect(Collectors.joining());
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
                : functionCall(turn);
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

    private static Map<String, ?> functionCall(Turn turn) {
        Map<String, Object> item = new LinkedHashMap<>();
        item.put("type", "function_call");
        item.put("id", id("fc"));
        item.put("call_id", id("call"));
        int space = turn.tool().indexOf('/');
        if (space > 0) {
            item.put("namespace", turn.tool().substring(0, space));
        }
        item.put("name", turn.tool().substring(space + 1));
        item.put("arguments", json(turn.args()));
        return item;
    }

    private static Map<String, ?> completion(Turn turn) {
        return Map.of(
                "id",
                id("chat"),
                "object",
                "chat.completion",
                "created",
                1,
                "model",
                "fake",
                "choices",
                List.of(Map.of("index", 0, "message", said(turn), "finish_reason", finish(turn))),
                "usage",
                CHAT_USAGE);
    }

    private static List<Map<String, ?>> chunks(Turn turn) {
        String id = id("chat");
        return List.of(
                chunk(id, Map.of("index", 0, "delta", said(turn)), Map.of()),
                chunk(id, Map.of("index", 0, "delta", Map.of(), "finish_reason", finish(turn)), CHAT_USAGE));
    }

    private static Map<String, ?> chunk(String id, Map<String, ?> choice, Map<String, ?> usage) {
        Map<String, Object> chunk = new LinkedHashMap<>();
        chunk.put("id", id);
        chunk.put("object", "chat.completion.chunk");
        chunk.put("created", 1);
        chunk.put("model", "fake");
        chunk.put("choices", List.of(choice));
        if (!usage.isEmpty()) {
            chunk.put("usage", usage);
        }
        return chunk;
    }

    private static Map<String, ?> said(Turn turn) {
        if (turn == null) {
            return Map.of("role", "assistant", "content", "Done.");
        }
        Map<String, ?> function = Map.of("name", turn.tool(), "arguments", json(turn.args()));
        return Map.of(
                "role",
                "assistant",
                "tool_calls",
                List.of(Map.of("index", 0, "id", id("call"), "type", "function", "function", function)));
    }

    private static String finish(Turn turn) {
        return turn == null ? "stop" : "tool_calls";
    }

    private static Map<String, ?> content(Turn turn) {
        Map<String, ?> part = turn == null
                ? Map.of("text", "Done.")
                : Map.of("functionCall", Map.of("name", turn.tool(), "args", turn.args()));
        return Map.of(
                "candidates",
                List.of(Map.of(
                        "index",
                        0,
                        "content",
                        Map.of("role", "model", "parts", List.of(part)),
                        "finishReason",
                        "STOP")),
                "usageMetadata",
                Map.of("promptTokenCount", 1, "candidatesTokenCount", 1, "totalTokenCount", 2));
    }

    private static String id(String prefix) {
        return prefix + "_" + Long.toHexString(System.nanoTime());
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
