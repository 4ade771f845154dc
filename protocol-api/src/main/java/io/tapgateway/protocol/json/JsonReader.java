package io.tapgateway.protocol.json;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Reads one JSON value as one Java value. Stateless.
 *
 * <p>What cannot be read is a {@link JsonFault} whose pointer starts at that value; whoever contains the value adds
 * where it stands.
 */
@FunctionalInterface
public interface JsonReader<T> {
    /** Any value, as it stands. */
    JsonReader<JsonValue> ANY = value -> value;

    /** An object, as it stands. */
    JsonReader<JsonValue> OBJECT = value -> {
        if (value.kind() != JsonKind.OBJECT) {
            throw new JsonFault("", "must be an object");
        }
        return value;
    };

    /** The text of a string. */
    JsonReader<String> TEXT = value -> {
        if (value.kind() != JsonKind.STRING) {
            throw new JsonFault("", "must be a string");
        }
        return value.asString();
    };

    /** A boolean. */
    JsonReader<Boolean> FLAG = value -> {
        if (value.kind() != JsonKind.BOOLEAN) {
            throw new JsonFault("", "must be true or false");
        }
        return value.asBoolean();
    };

    /** A number without a fraction, however it is written. */
    JsonReader<Long> WHOLE_NUMBER = value -> {
        if (value.kind() != JsonKind.NUMBER) {
            throw new JsonFault("", "must be a number");
        }
        return value.asWholeNumber().orElseThrow(() -> new JsonFault("", "must be a whole number"));
    };

    /** A point in time, in the form of ISO 8601. */
    JsonReader<Instant> TIME = text(Instant::parse, "must be a point in time");

    /** Reads {@code value}, or throws {@link JsonFault}. */
    T read(JsonValue value);

    /** What can be read of {@code value}; empty if it is something else. */
    default Optional<T> tryRead(JsonValue value) {
        try {
            return Optional.of(read(value));
        } catch (JsonFault somethingElse) {
            return Optional.empty();
        }
    }

    /** The same, of which not everything is right; of what is not, {@code otherwise} is said. */
    default JsonReader<T> where(Predicate<? super T> right, String otherwise) {
        return value -> {
            T read = read(value);
            if (!right.test(read)) {
                throw new JsonFault("", otherwise);
            }
            return read;
        };
    }

    /** A string with a syntax of its own, whose parser throws {@link JsonFault} for any other. */
    static <T> JsonReader<T> text(Function<String, T> parse) {
        return value -> parse.apply(TEXT.read(value));
    }

    /**
     * A string with a syntax of its own.
     *
     * @param parse throws {@link IllegalArgumentException} or {@link DateTimeException} for any other
     * @param otherwise what is said of any other, as the reason of a {@link JsonFault}
     */
    static <T> JsonReader<T> text(Function<String, T> parse, String otherwise) {
        return value -> {
            String text = TEXT.read(value);
            try {
                return parse.apply(text);
            } catch (IllegalArgumentException | DateTimeException anyOther) {
                throw new JsonFault("", otherwise);
            }
        };
    }

    /** A whole number within these bounds. */
    static JsonReader<Long> wholeNumber(long least, long most) {
        return value -> Optional.of(value)
                .filter(it -> it.kind() == JsonKind.NUMBER)
                .flatMap(JsonValue::asWholeNumber)
                .filter(number -> number >= least && number <= most)
                .orElseThrow(() -> new JsonFault("", "must be a whole number between " + least + " and " + most));
    }

    /** An object, read member by member. */
    static <T> JsonReader<T> object(Function<JsonObject, T> build) {
        return value -> build.apply(JsonObject.of(value));
    }

    /** An array of values of one kind. */
    static <T> JsonReader<List<T>> list(JsonReader<T> element) {
        return value -> {
            if (value.kind() != JsonKind.ARRAY) {
                throw new JsonFault("", "must be an array");
            }
            List<T> list = new ArrayList<>();
            for (JsonValue each : value.elements()) {
                try {
                    list.add(element.read(each));
                } catch (JsonFault fault) {
                    throw fault.under("/" + list.size());
                }
            }
            return list;
        };
    }

    /** A value that may also be {@code null}. */
    static <T> JsonReader<Optional<T>> orNull(JsonReader<T> reader) {
        return value -> value.kind() == JsonKind.NULL ? Optional.empty() : Optional.of(reader.read(value));
    }

    /** An object whose names mean something, with values of one kind; in its order. */
    static <T> JsonReader<Map<String, T>> map(JsonReader<T> member) {
        return object(members -> {
            Map<String, T> map = new LinkedHashMap<>();
            members.names().forEach(name -> map.put(name, members.nullable(name, member)));
            return map;
        });
    }
}
