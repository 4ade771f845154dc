package io.tapgateway.app.mcp;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tapgateway.protocol.json.JsonValue;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A server at an address of this machine that lets nobody in, and who gives out tokens for it: at first the server
 * itself, without knowing any client. Its person always agrees. Thread-safe.
 */
final class ScriptedIssuer implements AutoCloseable {
    private static final String TOKEN = "{\"token_type\":\"Bearer\",\"access_token\":\"new\"}";

    /** What browsers came with, and what tokens were asked for with. */
    final List<Map<String, String>> logins = new CopyOnWriteArrayList<>();

    final List<Map<String, String>> asked = new CopyOnWriteArrayList<>();
    final List<String> heads = new CopyOnWriteArrayList<>();

    /** What is said besides by who gives out tokens. */
    final Map<String, Object> words = new ConcurrentHashMap<>();

    /** Who gives out tokens, by the words of the server; nobody if it says nothing. */
    volatile Optional<String> issuer;

    /** What the server says to whom it does not let in. */
    volatile String challenge = "Bearer";

    private final HttpServer server;

    ScriptedIssuer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            try (exchange) {
                serve(exchange);
            }
        });
        issuer = Optional.of(origin());
        server.start();
    }

    String origin() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    URI uri() {
        return URI.create(origin() + "/mcp");
    }

    URI endpoint() {
        return URI.create(origin() + "/token");
    }

    /** A person who agrees, and a browser that follows. */
    static void agree(URI link) {
        var unused = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NORMAL)
                .build()
                .sendAsync(HttpRequest.newBuilder(link).build(), HttpResponse.BodyHandlers.ofString());
    }

    private void serve(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        switch (exchange.getRequestURI().getPath()) {
            case "/mcp" -> {
                exchange.getResponseHeaders().set("WWW-Authenticate", challenge);
                exchange.sendResponseHeaders(401, -1);
            }
            case "/.well-known/oauth-protected-resource/mcp" -> {
                if (issuer.isPresent()) {
                    json(exchange, Map.of("resource", uri(), "authorization_servers", List.of(issuer.get())));
                } else {
                    exchange.sendResponseHeaders(404, -1);
                }
            }
            case "/.well-known/oauth-authorization-server" -> json(exchange, described());
            case "/register" -> json(exchange, Map.of("client_id", "registered"));
            case "/authorize" -> authorize(exchange);
            case "/token" -> {
                asked.add(form(body));
                heads.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
                answer(exchange, TOKEN);
            }
            default -> exchange.sendResponseHeaders(404, -1);
        }
    }

    private Map<String, Object> described() {
        Map<String, Object> all = new LinkedHashMap<>(Map.of(
                "issuer", origin(),
                "authorization_endpoint", origin() + "/authorize",
                "token_endpoint", endpoint(),
                "code_challenge_methods_supported", List.of("S256")));
        all.putAll(words);
        return all;
    }

    private void authorize(HttpExchange exchange) throws IOException {
        Map<String, String> query = form(exchange.getRequestURI().getRawQuery());
        logins.add(query);
        exchange.getResponseHeaders()
                .set("Location", query.get("redirect_uri") + "?code=c&state=" + query.get("state"));
        exchange.sendResponseHeaders(302, -1);
    }

    private static Map<String, String> form(String text) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (String each : text.split("&", -1)) {
            int at = each.indexOf('=');
            fields.put(each.substring(0, at), URLDecoder.decode(each.substring(at + 1), StandardCharsets.UTF_8));
        }
        return fields;
    }

    private static void json(HttpExchange exchange, Map<String, Object> members) throws IOException {
        Map<String, Object> texts = new LinkedHashMap<>(members);
        texts.replaceAll((name, value) -> value instanceof URI uri ? uri.toString() : value);
        answer(exchange, JsonValue.of(texts).json());
    }

    private static void answer(HttpExchange exchange, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
