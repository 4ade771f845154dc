package io.tapgateway.protocol.codec;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.InvalidMessage;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The fields of one JSON object, by name. Immutable.
 *
 * <p>An optional field that is {@code null} counts as absent. Faults carry the JSON pointer of the field, seen from this
 * object.
 */
final class Fields {
    private static final int MAX_ECHOED_NAME = 64;

    private final Map<String, JsonValue> members;

    Fields(Map<String, JsonValue> members) {
        this.members = members;
    }

    /** Whether there is a field of that name, {@code null} included. */
    boolean has(String name) {
        return members.containsKey(name);
    }

    /** Whether there is a field of that name with another value than {@code null}. */
    boolean isSet(String name) {
        return find(name) != null;
    }

    /** The value, which may be {@code null} but must be there. */
    <T> T nullable(String name, ValueReader<T> reader) {
        JsonValue value = members.get(name);
        if (value == null) {
            throw missing(name);
        }
        return read(name, value, reader);
    }

    <T> T required(String name, ValueReader<T> reader) {
        JsonValue value = find(name);
        if (value == null) {
            throw missing(name);
        }
        return read(name, value, reader);
    }

    <T> Optional<T> optional(String name, ValueReader<T> reader) {
        JsonValue value = find(name);
        return value == null ? Optional.empty() : Optional.of(read(name, value, reader));
    }

    OptionalLong optionalWholeNumber(String name) {
        JsonValue value = find(name);
        return value == null ? OptionalLong.empty() : OptionalLong.of(read(name, value, ValueReader.WHOLE_NUMBER));
    }

    /** Every field with its value, for objects whose names mean something; {@code null} values are empty. */
    <T> Map<String, Optional<T>> all(ValueReader<T> reader) {
        Map<String, Optional<T>> all = new LinkedHashMap<>();
        members.keySet().forEach(name -> all.put(name, optional(name, reader)));
        return all;
    }

    /** Refuses every field that is not in {@code known}: where ignoring one would change what a rule means (D-006). */
    void allowOnly(Set<String> known) {
        for (String name : members.keySet()) {
            if (!known.contains(name)) {
                throw isHarmless(name)
                        ? InvalidMessage.at("/" + name, "is not known here")
                        : InvalidMessage.at("", "has a field that is not known here");
            }
        }
    }

    private @Nullable JsonValue find(String name) {
        JsonValue value = members.get(name);
        return value == null || value.kind() == JsonKind.NULL ? null : value;
    }

    private static <T> T read(String name, JsonValue value, ValueReader<T> reader) {
        try {
            return reader.read(value);
        } catch (InvalidMessage e) {
            throw e.under("/" + (isHarmless(name) ? name : "*"));
        }
    }

    private static InvalidMessage missing(String name) {
        return InvalidMessage.at("/" + name, "is required");
    }

    /** Names that the peer chose are repeated to it only if they need no escaping and are no payload (D-033). */
    private static boolean isHarmless(String name) {
        return name.length() <= MAX_ECHOED_NAME
                && name.chars()
                        .allMatch(c -> c < 0x80 && (Character.isLetterOrDigit(c) || c == '_' || c == '.' || c == '-'));
    }
}
