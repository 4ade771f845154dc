package io.tapgateway.app;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The server of {@link EchoMcpServer} at an address of this machine, without streams of its own. Thread-safe. */
final class EchoMcpAddress implements AutoCloseable {
    private final HttpServer server;
    private final List<String> keys = new CopyOnWriteArrayList<>();

    /** @param port any, if it is 0 */
    EchoMcpAddress(int port) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.createContext("/mcp", this::serve);
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    String uri() {
        return "http://127.0.0.1:" + port() + "/mcp";
    }

    /** Under which keys it was asked. */
    List<String> keys() {
        return keys;
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            keys.add(String.valueOf(exchange.getRequestHeaders().getFirst("X-Key")));
            byte[] answer = EchoMcpServer.answer(body).getBytes(StandardCharsets.UTF_8);
            if (!exchange.getRequestMethod().equals("POST")) {
                exchange.sendResponseHeaders(405, -1);
            } else if (answer.length == 0) {
                exchange.sendResponseHeaders(202, -1);
            } else {
                exchange.getResponseHeaders().set("Content-Type", "application/json");
                exchange.sendResponseHeaders(200, answer.length);
                exchange.getResponseBody().write(answer);
            }
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
