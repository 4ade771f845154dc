package io.tapgateway.link.message;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.InvalidMessage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The members of one JSON object by name, to be read. What is missing or of another kind is an {@link InvalidMessage}. Immutable. */
final class Members {
    private final JsonValue object;

    private Members(JsonValue object) {
        this.object = object;
    }

    static Members of(JsonValue value) {
        if (value.kind() != JsonKind.OBJECT) {
            throw InvalidMessage.at("", "must be an object");
        }
        return new Members(value);
    }

    /** Begins an object. */
    static Writer writing() {
        return new Writer();
    }

    JsonValue value(String name) {
        return find(name).orElseThrow(() -> InvalidMessage.at("/" + name, "is required"));
    }

    /** The value of that name, unless it is not there or {@code null}. */
    Optional<JsonValue> find(String name) {
        return object.get(name).filter(it -> it.kind() != JsonKind.NULL);
    }

    Members members(String name) {
        return of(value(name, JsonKind.OBJECT));
    }

    JsonValue object(String name) {
        return value(name, JsonKind.OBJECT);
    }

    String string(String name) {
        return value(name, JsonKind.STRING).asString();
    }

    Optional<String> optionalString(String name) {
        return find(name).isEmpty() ? Optional.empty() : Optional.of(string(name));
    }

    long number(String name) {
        return value(name, JsonKind.NUMBER)
                .asWholeNumber()
                .orElseThrow(() -> InvalidMessage.at("/" + name, "must be a whole number"));
    }

    /** Whether the member is {@code true}; if it is not there, it is not. */
    boolean flag(String name) {
        return find(name).isPresent() && value(name, JsonKind.BOOLEAN).asBoolean();
    }

    <E extends Enum<E>> E constant(String name, Class<E> type) {
        String written = string(name);
        for (E constant : type.getEnumConstants()) {
            if (lower(constant).equals(written)) {
                return constant;
            }
        }
        throw InvalidMessage.at("/" + name, "is none of the known values");
    }

    /** What the elements of an array say; none if it is not there. */
    <T> List<T> list(String name, Function<JsonValue, T> reader) {
        List<T> read = new ArrayList<>();
        if (find(name).isPresent()) {
            value(name, JsonKind.ARRAY).elements().forEach(it -> read.add(reader.apply(it)));
        }
        return read;
    }

    List<String> strings(String name) {
        return list(name, Members::text);
    }

    static String text(JsonValue value) {
        if (value.kind() != JsonKind.STRING) {
            throw InvalidMessage.at("", "must be a string");
        }
        return value.asString();
    }

    private JsonValue value(String name, JsonKind kind) {
        JsonValue value = value(name);
        if (value.kind() != kind) {
            throw InvalidMessage.at("/" + name, "must be of kind " + lower(kind));
        }
        return value;
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** An object on its way. Confined to one call. */
    static final class Writer {
        private final Map<String, JsonValue> members = new LinkedHashMap<>();

        Writer value(String name, JsonValue value) {
            members.put(name, value);
            return this;
        }

        Writer string(String name, String value) {
            return value(name, JsonValue.of(value));
        }

        Writer optional(String name, Optional<String> value) {
            value.ifPresent(it -> string(name, it));
            return this;
        }

        Writer number(String name, long value) {
            return value(name, JsonValue.of(value));
        }

        Writer flag(String name, boolean value) {
            return value(name, JsonValue.of(value));
        }

        Writer constant(String name, Enum<?> value) {
            return string(name, lower(value));
        }

        <T> Writer list(String name, Collection<T> elements, Function<? super T, JsonValue> writer) {
            return value(name, JsonValue.array(elements.stream().map(writer).toList()));
        }

        Writer strings(String name, Collection<String> elements) {
            return list(name, elements, JsonValue::of);
        }

        JsonValue done() {
            return JsonValue.object(members);
        }
    }
}
