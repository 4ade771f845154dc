package io.tapgateway.mcp.provider;

import io.tapgateway.programs.InteractiveProgram;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.IntConsumer;

/**
 * A server's program, as far as others can tell: it answers the handshake and lists its tools, unless a test says
 * otherwise, and all else is said by the test. Thread-safe.
 */
final class ScriptedServer implements InteractiveProgram {
    /** What to do about a request that was heard. */
    interface Script {
        void heard(ScriptedServer server, JsonValue message);
    }

    private static final byte[] END = {};

    final List<JsonValue> heard = new CopyOnWriteArrayList<>();
    volatile boolean stopped;

    private final Script script;
    private final BlockingQueue<byte[]> printed = new LinkedBlockingQueue<>();
    private final CompletableFuture<Integer> end = new CompletableFuture<>();
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    ScriptedServer(Script script) {
        this.script = script;
    }

    /** Answers the handshake, and lists these tools. */
    static Script withTools(String... definitions) {
        return (server, message) -> {
            switch (method(message)) {
                case "initialize" ->
                    server.answers(
                            message,
                            "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{\"listChanged\":true}},"
                                    + "\"serverInfo\":{\"name\":\"scripted\",\"version\":\"1\"}}");
                case "tools/list" -> server.answers(message, "{\"tools\":[" + String.join(",", definitions) + "]}");
                default -> {}
            }
        };
    }

    static String tool(String name, String description) {
        return "{\"name\":\"" + name + "\",\"description\":\"" + description
                + "\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}}}}";
    }

    static String method(JsonValue message) {
        return message.get("method").map(JsonValue::asString).orElse("");
    }

    /** The messages of that method that were heard. */
    List<JsonValue> heard(String method) {
        return heard.stream().filter(it -> method(it).equals(method)).toList();
    }

    void answers(JsonValue request, String result) {
        says("{\"jsonrpc\":\"2.0\",\"id\":" + request.get("id").orElseThrow().json() + ",\"result\":" + result + "}");
    }

    /** Answers a call with a text. */
    void answersText(JsonValue call, String text) {
        answers(
                call,
                "{\"content\":[{\"type\":\"text\",\"text\":"
                        + JsonValue.of(text).json() + "}]}");
    }

    void notifies(String method, String params) {
        says("{\"jsonrpc\":\"2.0\",\"method\":\"" + method + "\",\"params\":" + params + "}");
    }

    void says(String text) {
        printed.add((text + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** The program has ended. */
    void ends(int code) {
        printed.add(END);
        end.complete(code);
    }

    @Override
    public long pid() {
        return 4711;
    }

    @Override
    public void onEnd(IntConsumer listener) {
        var unused = end.thenAccept(listener::accept);
    }

    /** A program that obeys. */
    @Override
    public void stop() {
        stopped = true;
        ends(0);
    }

    @Override
    public OutputStream input() {
        return new OutputStream() {
            @Override
            public void write(int data) {
                if (data != '\n') {
                    line.write(data);
                    return;
                }
                String text = line.toString(StandardCharsets.UTF_8);
                line.reset();
                try {
                    JsonValue message = JsonValue.parse(text);
                    heard.add(message);
                    script.heard(ScriptedServer.this, message);
                } catch (MalformedJson e) {
                    throw new AssertionError(text, e);
                }
            }
        };
    }

    @Override
    public InputStream output() {
        return new InputStream() {
            private byte[] present = END;
            private int at;

            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
            }

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                try {
                    if (at == present.length) {
                        present = printed.take();
                        at = 0;
                    }
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
                if (present.length == 0) {
                    return -1;
                }
                int count = Math.min(length, present.length - at);
                System.arraycopy(present, at, into, offset, count);
                at += count;
                return count;
            }
        };
    }

    /** What was heard of calls, by tool. */
    Map<String, JsonValue> calls() {
        Map<String, JsonValue> calls = new LinkedHashMap<>();
        heard("tools/call")
                .forEach(it -> calls.put(
                        it.get("params").orElseThrow().get("name").orElseThrow().asString(), it));
        return calls;
    }
}
