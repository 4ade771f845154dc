package io.tapgateway.testkit;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.protocol.model.MayChange;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An OpenAI-compatible endpoint that answers as it was told to, and remembers what it was asked. Thread-safe. */
@MayChange
public final class ScriptedEndpoint implements AutoCloseable {
    /** A line of the script. */
    private interface Line {
        void play(HttpExchange exchange) throws IOException, InterruptedException;
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Queue<Line> script = new ConcurrentLinkedQueue<>();
    private final List<JsonValue> requests = Collections.synchronizedList(new ArrayList<>());
    private final List<String> keys = Collections.synchronizedList(new ArrayList<>());
    private volatile Line models = exchange -> send(exchange, 404, "{\"error\":\"no such page\"}");
    private final CountDownLatch silence = new CountDownLatch(1);

    /** Listens on a free port of the loopback. */
    public ScriptedEndpoint() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/v1/chat/completions", this::serve);
        server.createContext("/v1/models", this::list);
        server.start();
    }

    /** What comes before {@code /chat/completions}. */
    public String baseUrl() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
    }

    /** The next request is answered with that text. */
    public ScriptedEndpoint says(String text) {
        return replies(200, completion(Map.of("role", "assistant", "content", text)));
    }

    /** The next request is answered with the wish to use a tool. */
    public ScriptedEndpoint wants(String id, String tool, String arguments) {
        Map<String, Object> function = Map.of("name", tool, "arguments", arguments);
        Map<String, Object> call = Map.of("id", id, "type", "function", "function", function);
        return replies(200, completion(Map.of("role", "assistant", "tool_calls", List.of(call))));
    }

    /** The next request is answered in pieces, each of them what is new in a chunk, and the reason why it ends. */
    public ScriptedEndpoint streams(String finishReason, String... deltas) {
        script.add(exchange -> {
            exchange.getResponseHeaders().add("Content-Type", "text/event-stream; charset=utf-8");
            exchange.sendResponseHeaders(200, 0);
            for (String delta : deltas) {
                chunk(exchange, "[{\"index\":0,\"delta\":" + delta + "}]");
            }
            chunk(exchange, "[{\"index\":0,\"delta\":{},\"finish_reason\":\"" + finishReason + "\"}]");
            event(
                    exchange,
                    "{\"id\":\"c\",\"model\":\"m\",\"choices\":[],"
                            + "\"usage\":{\"prompt_tokens\":7,\"completion_tokens\":3,\"total_tokens\":10}}");
            event(exchange, "[DONE]");
        });
        return this;
    }

    /** The next request has the beginning of an answer in pieces, and no more until the end of the test. */
    public ScriptedEndpoint fallsSilentAfter(String delta) {
        script.add(exchange -> {
            exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            chunk(exchange, "[{\"index\":0,\"delta\":" + delta + "}]");
            silence.await();
        });
        return this;
    }

    private static void chunk(HttpExchange exchange, String choices) throws IOException {
        event(
                exchange,
                "{\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"model\":\"m\",\"choices\":" + choices + "}");
    }

    private static void event(HttpExchange exchange, String data) throws IOException {
        exchange.getResponseBody().write(("data: " + data + "\n\n").getBytes(StandardCharsets.UTF_8));
        exchange.getResponseBody().flush();
    }

    /** The next request is answered like that. */
    public ScriptedEndpoint replies(int status, String body) {
        script.add(exchange -> send(exchange, status, body));
        return this;
    }

    /** The next request has the beginning of an answer, and no more until the end of the test. */
    public ScriptedEndpoint fallsSilent() {
        script.add(exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write('{');
            exchange.getResponseBody().flush();
            silence.await();
        });
        return this;
    }

    /** Which models it has is answered like that; otherwise it does not tell. */
    public ScriptedEndpoint lists(int status, String body) {
        models = exchange -> send(exchange, status, body);
        return this;
    }

    private void list(HttpExchange exchange) throws IOException {
        try (exchange) {
            keys.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            models.play(exchange);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What it was asked. */
    public List<JsonValue> requests() {
        return List.copyOf(requests);
    }

    /** With which keys. */
    public List<String> keys() {
        return List.copyOf(keys);
    }

    @Override
    public void close() {
        silence.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            requests.add(JsonValue.parse(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
            keys.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            Line line = script.poll();
            if (line == null) {
                send(exchange, 418, "{\"error\":{\"message\":\"the script is over\"}}");
            } else {
                line.play(exchange);
            }
        } catch (MalformedJson e) {
            throw new IOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void send(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    private static String completion(Map<String, Object> message) {
        Map<String, Object> choice = Map.of("index", 0, "message", message, "finish_reason", "stop");
        return JsonValue.of(Map.of("id", "c-1", "object", "chat.completion", "model", "m", "choices", List.of(choice)))
                .json();
    }
}
