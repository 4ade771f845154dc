package io.tapgateway.provider.ws;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A gateway of the Core Profile at the other end of a socket: knows its few messages, names no session in
 * {@code hello.ack}, does not say what it refuses, and says {@code UNKNOWN_TYPE} to what it does not know.
 */
final class CoreGateway {
    private static final Set<String> UNANSWERED = Set.of("tool.result", "push", "tools.update", "goodbye");

    private final ScriptedSocket socket;
    private final Set<String> sessions;
    private final Set<String> taken;
    private final List<JsonValue> heard = new ArrayList<>();
    private final List<String> refused = new ArrayList<>();

    /** @param taken names of tools that others have */
    CoreGateway(ScriptedSocket socket, Set<String> sessions, Set<String> taken) {
        this.socket = socket;
        this.sessions = sessions;
        this.taken = taken;
    }

    /** Answers what has come since, until nothing comes any more. */
    CoreGateway listens() {
        for (List<String> news = socket.sent(); !news.isEmpty(); news = socket.sent()) {
            for (String text : news) {
                JsonValue message = parsed(text);
                heard.add(message);
                answer(message).ifPresent(socket::says);
            }
        }
        return this;
    }

    CoreGateway says(String message) {
        socket.says(message);
        return listens();
    }

    /** The only message of that type. */
    JsonValue heard(String type) {
        List<JsonValue> found = heard.stream()
                .filter(message -> text(message, "type").equals(type))
                .toList();
        if (found.size() != 1) {
            throw new AssertionError("expected one '" + type + "', got " + heard);
        }
        return found.get(0);
    }

    /** What it was said and does not know. */
    List<String> refused() {
        return List.copyOf(refused);
    }

    private Optional<String> answer(JsonValue message) {
        String type = text(message, "type");
        if (type.equals("auth")) {
            String listed = sessions.isEmpty() ? "" : "{\"id\":\"abc\",\"label\":\"A session\"}";
            return Optional.of("{\"type\":\"sessions\",\"active\":[" + listed + "]}");
        }
        if (type.equals("hello")) {
            return Optional.of(answerToHello(message));
        }
        if (UNANSWERED.contains(type)) {
            return Optional.empty();
        }
        refused.add(type);
        return Optional.of("{\"type\":\"error\",\"code\":\"UNKNOWN_TYPE\",\"message\":\"unknown\"}");
    }

    private String answerToHello(JsonValue hello) {
        if (!sessions.contains(text(hello, "session"))) {
            return "{\"type\":\"error\",\"code\":\"INVALID_SESSION\",\"message\":\"there is none\"}";
        }
        boolean conflict = hello.get("tools").orElseThrow().elements().stream()
                .anyMatch(tool -> taken.contains(text(tool, "name")));
        return conflict
                ? "{\"type\":\"error\",\"code\":\"TOOL_CONFLICT\",\"message\":\"it is taken\"}"
                : "{\"type\":\"hello.ack\",\"protocolVersion\":2,\"providerId\":\"p-1\"}";
    }

    private static JsonValue parsed(String text) {
        try {
            return JsonValue.parse(text);
        } catch (MalformedJson e) {
            throw new AssertionError(text, e);
        }
    }

    private static String text(JsonValue message, String member) {
        return message.get(member).orElseThrow().asString();
    }
}
