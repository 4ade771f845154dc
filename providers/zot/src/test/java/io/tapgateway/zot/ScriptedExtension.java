package io.tapgateway.zot;

import io.tapgateway.programs.InteractiveProgram;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.testkit.ScriptedStreams;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntConsumer;

/** A program of an extension, as far as others can tell: the test says what it says. Thread-safe. */
final class ScriptedExtension implements InteractiveProgram {
    final List<String> lines = new CopyOnWriteArrayList<>();
    volatile boolean stopped;

    private final ReentrantLock reading = new ReentrantLock();
    private final ScriptedStreams streams = new ScriptedStreams(this::hear);
    private final CompletableFuture<Integer> end = new CompletableFuture<>();

    private void hear(String line) {
        reading.lock();
        try {
            lines.add(line);
        } finally {
            reading.unlock();
        }
    }

    /** It hears nothing more for now; for the thread that also says when it does again. */
    void stopsReading() {
        reading.lock();
    }

    void readsOn() {
        reading.unlock();
    }

    void says(String... frames) {
        List.of(frames).forEach(streams::says);
    }

    void prints(String text) {
        streams.prints(text);
    }

    /** Nothing more comes, though the program is still there. */
    void closesOutput() {
        streams.ends();
    }

    /** The program has ended. */
    void ends(int code) {
        streams.ends();
        end.complete(code);
    }

    /** The frames of that type that were heard. */
    List<JsonValue> heard(String type) {
        return lines.stream()
                .map(ScriptedExtension::parsed)
                .filter(it -> it.get("type").orElseThrow().asString().equals(type))
                .toList();
    }

    /** Of the newest frame of that type. */
    String idOf(String type) {
        List<JsonValue> all = heard(type);
        return all.get(all.size() - 1).get("id").orElseThrow().asString();
    }

    private static JsonValue parsed(String line) {
        try {
            return JsonValue.parse(line);
        } catch (MalformedJson e) {
            throw new AssertionError(line, e);
        }
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
        return streams.input();
    }

    @Override
    public InputStream output() {
        return streams.output();
    }
}
