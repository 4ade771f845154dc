package io.tapgateway.app;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tapgateway.protocol.json.JsonValue;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;

/**
 * The server of {@link EchoMcpServer} at an address, which repeats what it was sent wherever it refuses something; it
 * may give out tokens as well, which are canaries. Thread-safe.
 */
final class MoodyMcpAddress implements AutoCloseable {
    private static final String CLIENT = "client-7";

    /** How it answers. */
    enum Mood {
        GOOD,
        /** Fails, and shows the request in the body. */
        FAILS,
        /** Sends its clients elsewhere, with the request in the address. */
        SENDS_AWAY,
        /** Wants other credentials, and shows those that it got. */
        REFUSES,
        /** Answers with what is no message, and has the request in it. */
        BABBLES,
        /** Gives out no tokens, and says for which it gives none. */
        KEEPS_TOKENS
    }

    private final HttpServer server;
    private final String name;
    private final Canaries canaries;
    private final boolean givesTokens;
    private final String elsewhere;
    private final List<String> received = new CopyOnWriteArrayList<>();
    private final Map<String, String> logins = new TreeMap<>();
    private volatile Mood mood = Mood.GOOD;
    private volatile String good = "none";
    private volatile String refresh = "none";

    /**
     * @param name of the server, for the places of its tokens
     * @param elsewhere where it sends its clients
     */
    MoodyMcpAddress(String name, Canaries canaries, boolean givesTokens, String elsewhere) throws IOException {
        this.name = name;
        this.canaries = canaries;
        this.givesTokens = givesTokens;
        this.elsewhere = elsewhere;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newSingleThreadExecutor());
        server.createContext("/", exchange -> {
            try (exchange) {
                serve(exchange);
            }
        });
        server.start();
    }

    String uri() {
        return origin() + "/mcp";
    }

    private String origin() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    void feel(Mood now) {
        mood = now;
    }

    /** The token that was good no longer is. */
    void expire() {
        good = "another";
    }

    /** All that it was sent, heads included. */
    List<String> received() {
        return List.copyOf(received);
    }

    private void serve(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String request = exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                + exchange.getRequestHeaders().entrySet() + " " + body;
        received.add(request);
        switch (exchange.getRequestURI().getPath()) {
            case "/mcp" -> mcp(exchange, request, body);
            case "/.well-known/oauth-protected-resource/mcp" ->
                json(exchange, 200, Map.of("resource", uri(), "authorization_servers", List.of(origin())));
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
                                "code_challenge_methods_supported",
                                List.of("S256")));
            case "/authorize" -> authorize(exchange);
            case "/token" -> token(exchange, request, form(body));
            default -> exchange.sendResponseHeaders(404, -1);
        }
    }

    private void mcp(HttpExchange exchange, String request, String body) throws IOException {
        String shown = request.replaceAll("[^A-Za-z0-9.=_-]", "_");
        boolean refused = givesTokens
                && !("Bearer " + good).equals(exchange.getRequestHeaders().getFirst("Authorization"));
        if (refused || mood == Mood.REFUSES) {
            exchange.getResponseHeaders()
                    .set(
                            "WWW-Authenticate",
                            "Bearer error=\"invalid_token\", error_description=\"" + shown + "\", scope=\"a\"");
            send(exchange, 401, "text/plain", request);
            return;
        }
        switch (mood) {
            case FAILS -> send(exchange, 500, "text/plain", request);
            case SENDS_AWAY -> {
                exchange.getResponseHeaders().set("Location", elsewhere + "?was=" + shown);
                exchange.sendResponseHeaders(307, -1);
            }
            case BABBLES -> send(exchange, 200, "application/json", "{" + request);
            case GOOD, REFUSES, KEEPS_TOKENS -> answer(exchange, EchoMcpServer.answer(body));
        }
    }

    private static void answer(HttpExchange exchange, String answer) throws IOException {
        if (!exchange.getRequestMethod().equals("POST")) {
            exchange.sendResponseHeaders(405, -1);
        } else if (answer.isEmpty()) {
            exchange.sendResponseHeaders(202, -1);
        } else {
            send(exchange, 200, "application/json", answer);
        }
    }

    private void authorize(HttpExchange exchange) throws IOException {
        Map<String, String> query = form(exchange.getRequestURI().getRawQuery());
        String code = canaries.make("code of " + name, "request to " + name);
        logins.put(code, query.getOrDefault("redirect_uri", ""));
        exchange.getResponseHeaders()
                .set("Location", query.get("redirect_uri") + "?code=" + code + "&state=" + query.get("state"));
        exchange.sendResponseHeaders(302, -1);
    }

    private void token(HttpExchange exchange, String request, Map<String, String> form) throws IOException {
        boolean isGood = "refresh_token".equals(form.get("grant_type"))
                ? refresh.equals(form.get("refresh_token"))
                : logins.remove(String.valueOf(form.get("code"))) != null;
        if (!isGood || mood == Mood.KEEPS_TOKENS) {
            json(exchange, 400, Map.of("error", "invalid_grant", "error_description", "No: " + request));
            return;
        }
        String places = "request to " + name + "|file home/mcp-tokens/.*";
        good = canaries.make("access token of " + name, places);
        refresh = canaries.make("refresh token of " + name, places);
        json(
                exchange,
                200,
                Map.of("token_type", "Bearer", "access_token", good, "refresh_token", refresh, "expires_in", 3600));
    }

    /** What the gateway is known as here. */
    static String client() {
        return CLIENT;
    }

    private static Map<String, String> form(String text) {
        Map<String, String> fields = new TreeMap<>();
        for (String each : text.split("&", -1)) {
            int at = each.indexOf('=');
            fields.put(
                    at < 0 ? each : each.substring(0, at),
                    at < 0 ? "" : URLDecoder.decode(each.substring(at + 1), StandardCharsets.UTF_8));
        }
        return fields;
    }

    private static void json(HttpExchange exchange, int status, Map<String, Object> members) throws IOException {
        send(exchange, status, "application/json", JsonValue.of(members).json());
    }

    private static void send(HttpExchange exchange, int status, String type, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
