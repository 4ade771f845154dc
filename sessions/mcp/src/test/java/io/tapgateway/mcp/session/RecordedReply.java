package io.tapgateway.mcp.session;

import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** What somebody is answered with over HTTP. Thread-safe. */
final class RecordedReply implements HttpReply {
    private static final int DEADLINE_SECONDS = 60;

    final CompletableFuture<Integer> status = new CompletableFuture<>();
    final CompletableFuture<Void> ended = new CompletableFuture<>();
    final List<String> events = new CopyOnWriteArrayList<>();
    private volatile Map<String, String> headers = Map.of();
    private volatile String body = "";
    private volatile boolean stream;

    @Override
    public void answer(int code, Map<String, String> more, String text) {
        headers = more;
        body = text;
        status.complete(code);
        ended.complete(null);
    }

    @Override
    public void stream() {
        stream = true;
        status.complete(200);
    }

    @Override
    public void write(String text) {
        events.add(text);
    }

    @Override
    public void end(String text) {
        if (!text.isEmpty()) {
            events.add(text);
        }
        ended.complete(null);
    }

    boolean isStream() {
        return stream;
    }

    int awaitStatus() throws Exception {
        return status.get(DEADLINE_SECONDS, TimeUnit.SECONDS);
    }

    /** The message that it is answered with, in whichever way. */
    JsonValue awaitAnswer() throws Exception {
        ended.get(DEADLINE_SECONDS, TimeUnit.SECONDS);
        return parsed(stream ? messages().get(messages().size() - 1) : body);
    }

    String header(String name) {
        return headers.getOrDefault(name, "");
    }

    String body() {
        return body;
    }

    /** The messages of a stream. */
    List<String> messages() {
        return String.join("", events)
                .lines()
                .filter(it -> it.startsWith("data: "))
                .map(it -> it.substring("data: ".length()))
                .toList();
    }

    /** The id of the last event. */
    String lastId() {
        return String.join("", events)
                .lines()
                .filter(it -> it.startsWith("id: "))
                .reduce("", (before, it) -> it.substring("id: ".length()));
    }

    static JsonValue parsed(String text) {
        try {
            return JsonValue.parse(text);
        } catch (MalformedJson e) {
            throw new AssertionError(text, e);
        }
    }
}
