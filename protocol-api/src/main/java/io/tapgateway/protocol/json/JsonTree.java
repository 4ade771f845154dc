package io.tapgateway.protocol.json;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes a value of what is written, so that its parts are copied once at most: when it becomes text. Confined to one
 * call.
 */
final class JsonTree extends JsonWriter {
    /** What is written into an open object or array: its values, and their names if it is an object. */
    private record Level(List<String> names, List<JsonValue> values) {
        Level() {
            this(new ArrayList<>(), new ArrayList<>());
        }
    }

    private final Deque<Level> open = new ArrayDeque<>(List.of(new Level()));

    JsonValue finish() {
        return open.element().values().get(0);
    }

    @Override
    JsonTree beginObject() {
        open.push(new Level());
        return this;
    }

    @Override
    JsonTree endObject() {
        Level ended = open.pop();
        Map<String, JsonValue> members = new LinkedHashMap<>();
        for (int i = 0; i < ended.names().size(); i++) {
            members.put(ended.names().get(i), ended.values().get(i));
        }
        return value(JsonValue.owning(Collections.unmodifiableMap(members)));
    }

    @Override
    JsonTree beginArray() {
        return beginObject();
    }

    @Override
    JsonTree endArray() {
        return value(JsonValue.array(open.pop().values()));
    }

    @Override
    JsonTree name(String name) {
        open.element().names().add(name);
        return this;
    }

    @Override
    JsonTree string(String value) {
        return value(JsonValue.of(value));
    }

    @Override
    JsonTree number(long value) {
        return value(JsonValue.of(value));
    }

    @Override
    JsonTree value(JsonValue value) {
        open.element().values().add(value);
        return this;
    }
}
