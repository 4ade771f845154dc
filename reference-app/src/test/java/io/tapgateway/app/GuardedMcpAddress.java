package io.tapgateway.app;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tapgateway.protocol.json.JsonValue;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The server of {@link EchoMcpServer} at an address of this machine, for those who have a token, and who gives them
 * out: one person, who always agrees. Thread-safe.
 */
final class GuardedMcpAddress implements AutoCloseable {
    private final HttpServer server;
    private final Map<String, Map<String, String>> logins = new ConcurrentHashMap<>();
    private final AtomicInteger tokens = new AtomicInteger();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final List<String> scopes = new CopyOnWriteArrayList<>();
    private volatile String good = "none yet";
    private volatile String needed = "echo";

    GuardedMcpAddress() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            try (exchange) {
                serve(exchange);
            }
        });
        server.start();
    }

    String origin() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    String uri() {
        return origin() + "/mcp";
    }

    /** The token that is good now. */
    String token() {
        return good;
    }

    /** The token that was good no longer is. */
    void expire() {
        good = "another one";
    }

    /** Calls of tools need a token that is good for that, too. */
    void need(String scope) {
        needed = scope;
    }

    /** What tokens were to be good for. */
    List<String> scopes() {
        return scopes;
    }

    /** What tokens were asked for with. */
    List<String> asked() {
        return asked;
    }

    private void serve(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String path = exchange.getRequestURI().getPath();
        switch (path) {
            case "/mcp" -> mcp(exchange, body);
            case "/.well-known/oauth-protected-resource/mcp" ->
                json(
                        exchange,
                        200,
                        Map.of(
                                "resource",
                                uri(),
                                "authorization_servers",
                                List.of(origin()),
                                "scopes_supported",
                                List.of("echo")));
            case "/.well-known/oauth-authorization-server" ->
                json(
                        exchange,
                        200,
                        Map.of(
                                "issuer",
                                origin(),
                                "authorization_endpoint",
                                origin() + "/authorize",
                                "token_endpoint",
                                origin() + "/token",
                                "registration_endpoint",
                                origin() + "/register",
                                "code_challenge_methods_supported",
                                List.of("S256"),
                                "authorization_response_iss_parameter_supported",
                                true));
            case "/register" -> json(exchange, 201, Map.of("client_id", "client-7"));
            case "/authorize" ->
                authorize(exchange, form(exchange.getRequestURI().getRawQuery()));
            case "/token" -> token(exchange, form(body));
            default -> exchange.sendResponseHeaders(404, -1);
        }
    }

    private void mcp(HttpExchange exchange, String body) throws IOException {
        if (!("Bearer " + good).equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
            exchange.getResponseHeaders()
                    .set(
                            "WWW-Authenticate",
                            "Bearer resource_metadata=\"" + origin() + "/.well-known/oauth-protected-resource/mcp\"");
            exchange.sendResponseHeaders(401, -1);
            return;
        }
        if (body.contains("tools/call")
                && !List.of(scopes.get(scopes.size() - 1).split(" ")).contains(needed)) {
            exchange.getResponseHeaders()
                    .set("WWW-Authenticate", "Bearer error=\"insufficient_scope\", scope=\"" + needed + "\"");
            exchange.sendResponseHeaders(403, -1);
            return;
        }
        String answer = EchoMcpServer.answer(body);
        if (!exchange.getRequestMethod().equals("POST")) {
            exchange.sendResponseHeaders(405, -1);
        } else if (answer.isEmpty()) {
            exchange.sendResponseHeaders(202, -1);
        } else {
            send(exchange, 200, answer);
        }
    }

    private void authorize(HttpExchange exchange, Map<String, String> query) throws IOException {
        String code = "code-" + logins.size();
        logins.put(code, query);
        scopes.add(query.getOrDefault("scope", ""));
        exchange.getResponseHeaders()
                .set(
                        "Location",
                        query.get("redirect_uri") + "?code=" + code + "&state=" + query.get("state") + "&iss="
                                + origin());
        exchange.sendResponseHeaders(302, -1);
    }

    private void token(HttpExchange exchange, Map<String, String> form) throws IOException {
        boolean isGood = switch (String.valueOf(form.get("grant_type"))) {
            case "authorization_code" -> isFrom(logins.remove(String.valueOf(form.get("code"))), form);
            case "refresh_token" -> "refresh-me".equals(form.get("refresh_token"));
            default -> false;
        };
        if (!isGood || !uri().equals(form.get("resource")) || !"client-7".equals(form.get("client_id"))) {
            json(exchange, 400, Map.of("error", "invalid_grant"));
            return;
        }
        asked.add(form.get("grant_type"));
        good = "secret-" + tokens.incrementAndGet();
        json(
                exchange,
                200,
                Map.of(
                        "token_type",
                        "Bearer",
                        "access_token",
                        good,
                        "refresh_token",
                        "refresh-me",
                        "expires_in",
                        3600));
    }

    private static boolean isFrom(Map<String, String> login, Map<String, String> form) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256")
                    .digest(String.valueOf(form.get("code_verifier")).getBytes(StandardCharsets.US_ASCII));
            return login != null
                    && "S256".equals(login.get("code_challenge_method"))
                    && Base64.getUrlEncoder()
                            .withoutPadding()
                            .encodeToString(hash)
                            .equals(login.get("code_challenge"))
                    && String.valueOf(login.get("redirect_uri")).equals(form.get("redirect_uri"));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    private static Map<String, String> form(String text) {
        Map<String, String> fields = new HashMap<>();
        for (String each : text.split("&", -1)) {
            int at = each.indexOf('=');
            fields.put(each.substring(0, at), URLDecoder.decode(each.substring(at + 1), StandardCharsets.UTF_8));
        }
        return fields;
    }

    private static void json(HttpExchange exchange, int status, Map<String, Object> members) throws IOException {
        send(exchange, status, JsonValue.of(members).json());
    }

    private static void send(HttpExchange exchange, int status, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
