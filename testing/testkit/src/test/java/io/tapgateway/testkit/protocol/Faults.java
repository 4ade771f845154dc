package io.tapgateway.testkit.protocol;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.json.MalformedJson;
import io.tapgateway.protocol.message.MessageType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

/**
 * A proper message with one thing wrong in it: each field, at any depth, of each kind that it cannot have, and missing.
 */
final class Faults {
    /**
     * One of them.
     *
     * @param pointer what is wrong
     */
    record Fault(String pointer, String what, String text) {
        @Override
        public String toString() {
            return pointer + " " + what;
        }
    }

    private static final List<JsonValue> ANYTHING = List.of(
            JsonValue.of(-7),
            JsonValue.of(0.5),
            JsonValue.of(1e300),
            JsonValue.of("\u0000"),
            JsonValue.of("x".repeat(300)),
            JsonValue.of(""),
            JsonValue.TRUE,
            JsonValue.array(List.of()),
            JsonValue.array(List.of(JsonValue.NULL)),
            JsonValue.EMPTY_OBJECT,
            JsonValue.object(Map.of("x", JsonValue.of(1))));

    private final MessageType type;
    private final JsonValue proper;
    private final List<Fault> found = new ArrayList<>();

    private Faults(MessageType type) {
        this.type = type;
        this.proper = parsed(ProperMessages.text(type));
    }

    static List<Fault> of(MessageType type) {
        Faults faults = new Faults(type);
        faults.visit("", faults.proper, faults.proper.kind(), value -> value);
        return faults.found;
    }

    private static JsonValue parsed(String text) {
        try {
            return JsonValue.parse(text);
        } catch (MalformedJson e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    /** @param inside puts another value where this one stands */
    private void visit(String pointer, JsonValue value, JsonKind kind, UnaryOperator<JsonValue> inside) {
        if (!pointer.isEmpty() && !pointer.equals("/type") && !ProperMessages.isLenient(type, pointer)) {
            ANYTHING.stream()
                    .filter(other -> other.kind() != kind)
                    .forEach(other -> add(pointer, "is " + shortened(other), inside.apply(other)));
        }
        if (kind == JsonKind.OBJECT && !isFree(pointer)) {
            members(value, (name, member) -> {
                String below = pointer + "/" + name;
                if (ProperMessages.needed(type).contains(below)) {
                    add(below, "is missing", inside.apply(with(value, name, Optional.empty())));
                    add(below, "is null", inside.apply(with(value, name, Optional.of(JsonValue.NULL))));
                }
                visit(below, member, member.kind(), it -> inside.apply(with(value, name, Optional.of(it))));
            });
        } else if (kind == JsonKind.ARRAY) {
            JsonValue first = value.elements().get(0);
            visit(pointer + "/0", first, first.kind(), it -> inside.apply(JsonValue.array(List.of(it))));
        }
    }

    /** What is below belongs to the provider, and may be anything. */
    private static boolean isFree(String pointer) {
        return pointer.endsWith("/parameters") || pointer.equals("/metadata");
    }

    private static void members(JsonValue object, BiConsumer<String, JsonValue> visitor) {
        object.members().forEach(visitor);
    }

    private static JsonValue with(JsonValue object, String name, Optional<JsonValue> value) {
        Map<String, JsonValue> members = new LinkedHashMap<>(object.members());
        value.ifPresentOrElse(it -> members.put(name, it), () -> members.remove(name));
        return JsonValue.object(members);
    }

    private static String shortened(JsonValue value) {
        String text = value.json();
        return text.length() > 20 ? text.substring(0, 20) + "…" : text;
    }

    private void add(String pointer, String what, JsonValue message) {
        found.add(new Fault(pointer, what, message.json()));
    }
}
