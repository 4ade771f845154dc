package io.tapgateway.app.run;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tapgateway.protocol.json.JsonValue;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/** Stands for the language model of an agent: says what is prepared, on the loopback. Thread-safe. */
public final class ChatEndpoint implements AutoCloseable {
    private final HttpServer server;
    private final Queue<String> script = new ConcurrentLinkedQueue<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();

    private ChatEndpoint(HttpServer server) {
        this.server = server;
    }

    public static ChatEndpoint start() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        ChatEndpoint endpoint = new ChatEndpoint(server);
        server.createContext("/v1/chat/completions", endpoint::answer);
        server.start();
        return endpoint;
    }

    public String baseUrl() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1";
    }

    /** Next, it wants to use a tool. */
    public ChatEndpoint uses(String tool, Map<String, ?> args) {
        Map<String, ?> function =
                Map.of("name", tool, "arguments", JsonValue.of(args).json());
        Map<String, ?> call = Map.of("id", Integer.toString(script.size()), "type", "function", "function", function);
        return next(Map.of("role", "assistant", "tool_calls", List.of(call)));
    }

    /** Next, it says something, and its turn ends. */
    public ChatEndpoint says(String text) {
        return next(Map.of("role", "assistant", "content", text));
    }

    private ChatEndpoint next(Map<String, ?> message) {
        script.add(JsonValue.of(message).json());
        return this;
    }

    /** What it was asked so far, each with the header {@code Authorization} in front. */
    public List<String> requests() {
        return List.copyOf(requests);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            requests.add(exchange.getRequestHeaders().getFirst("Authorization") + "\n"
                    + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            byte[] body = ("{\"choices\":[{\"index\":0,\"message\":" + script.remove() + "}]}")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
