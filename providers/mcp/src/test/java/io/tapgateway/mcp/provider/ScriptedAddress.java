package io.tapgateway.mcp.provider;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A server over Streamable HTTP: it answers the handshake, lists its tools and says of streams that it has none, unless
 * a test says otherwise. Thread-safe.
 */
final class ScriptedAddress implements AutoCloseable {
    /** What to do about a message; the script answers. */
    interface Script {
        void heard(Asked asked) throws IOException;
    }

    private static final Script NO_STREAM = asked -> asked.status(405);

    final List<JsonValue> heard = new CopyOnWriteArrayList<>();
    final List<String> lastEvents = new CopyOnWriteArrayList<>();
    final List<String> authorizations = new CopyOnWriteArrayList<>();
    final AtomicInteger handshakes = new AtomicInteger();
    final AtomicInteger goodbyes = new AtomicInteger();
    volatile String session = "s-1";

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<String, Script> scripts = new ConcurrentHashMap<>();
    private final HttpServer server;

    ScriptedAddress() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::serve);
        server.start();
        on("GET", NO_STREAM);
        on("tools/list", asked -> asked.answers("{\"tools\":[" + ScriptedServer.tool("say", "Says") + "]}"));
        on("notifications/initialized", asked -> asked.status(202));
        on("notifications/cancelled", asked -> asked.status(202));
        on("initialize", asked -> {
            handshakes.incrementAndGet();
            asked.answers(
                    "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"web\"}}");
        });
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/mcp");
    }

    /** What becomes of messages of that method, or of requests for a stream. */
    ScriptedAddress on(String method, Script script) {
        scripts.put(method, script);
        return this;
    }

    private void serve(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization"))
                .ifPresent(authorizations::add);
        if (exchange.getRequestMethod().equals("DELETE")) {
            goodbyes.incrementAndGet();
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
            return;
        }
        JsonValue message = JsonValue.EMPTY_OBJECT;
        String method = exchange.getRequestMethod();
        try {
            if (!body.isEmpty()) {
                message = JsonValue.parse(body);
                method = ScriptedServer.method(message);
                heard.add(message);
            }
        } catch (MalformedJson e) {
            throw new AssertionError(body, e);
        }
        Optional.ofNullable(exchange.getRequestHeaders().getFirst("Last-Event-ID"))
                .ifPresent(lastEvents::add);
        Asked asked = new Asked(exchange, message, this);
        String own = exchange.getRequestHeaders().getFirst("Mcp-Session-Id");
        if (own != null && !own.equals(session)) {
            asked.status(404);
        } else {
            scripts.getOrDefault(method, it -> it.status(400)).heard(asked);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    /** One request. Confined to its thread. */
    record Asked(HttpExchange exchange, JsonValue message, ScriptedAddress at) {
        String id() {
            return message.get("id").map(JsonValue::json).orElse("null");
        }

        String text() {
            return message.get("params")
                    .flatMap(it -> it.get("arguments"))
                    .flatMap(it -> it.get("text"))
                    .map(JsonValue::asString)
                    .orElse("");
        }

        static String content(String text) {
            return "{\"content\":[{\"type\":\"text\",\"text\":"
                    + JsonValue.of(text).json() + "}]}";
        }

        String message(String result) {
            return "{\"jsonrpc\":\"2.0\",\"id\":" + id() + ",\"result\":" + result + "}";
        }

        void answers(String result) throws IOException {
            whole("application/json", message(result));
        }

        void whole(String type, String body) throws IOException {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.getResponseHeaders().set("Mcp-Session-Id", at.session);
            exchange.sendResponseHeaders(200, bytes.length);
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(bytes);
            }
        }

        void status(int status) throws IOException {
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        }

        /** Begins a stream of events, and says this there. */
        Asked streams(String events) throws IOException {
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.getResponseHeaders().set("Mcp-Session-Id", at.session);
            exchange.sendResponseHeaders(200, 0);
            return says(events);
        }

        Asked says(String events) throws IOException {
            exchange.getResponseBody().write(events.getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
            return this;
        }

        void ends() {
            exchange.close();
        }
    }
}
