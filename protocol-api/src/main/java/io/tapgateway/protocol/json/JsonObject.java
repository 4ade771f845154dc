package io.tapgateway.protocol.json;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The members of one JSON object, to be read by name. Immutable.
 *
 * <p>An optional member that is {@code null} counts as absent. Faults carry the JSON pointer of the member, seen from
 * this object.
 */
public final class JsonObject {
    private static final int MAX_ECHOED_NAME = 64;

    private final Map<String, JsonValue> members;

    private JsonObject(Map<String, JsonValue> members) {
        this.members = members;
    }

    /**
     * The members of a value.
     *
     * @throws JsonFault if it is no object
     */
    public static JsonObject of(JsonValue value) {
        return new JsonObject(JsonReader.OBJECT.read(value).members());
    }

    /** Members by name; the map is not copied. */
    public static JsonObject ofMembers(Map<String, JsonValue> members) {
        return new JsonObject(members);
    }

    /** The names of all members, in their order. */
    public Set<String> names() {
        return members.keySet();
    }

    /** Whether there is a member of that name, {@code null} included. */
    public boolean has(String name) {
        return members.containsKey(name);
    }

    /** Whether there is a member of that name with another value than {@code null}. */
    public boolean isSet(String name) {
        return find(name) != null;
    }

    /** The value of a member that may be {@code null} but must be there. */
    public <T> T nullable(String name, JsonReader<T> reader) {
        JsonValue value = members.get(name);
        if (value == null) {
            throw missing(name);
        }
        return read(name, value, reader);
    }

    /** The value of a member that must be there. */
    public <T> T required(String name, JsonReader<T> reader) {
        JsonValue value = find(name);
        if (value == null) {
            throw missing(name);
        }
        return read(name, value, reader);
    }

    /** The value of a member, if it is there. */
    public <T> Optional<T> optional(String name, JsonReader<T> reader) {
        JsonValue value = find(name);
        return value == null ? Optional.empty() : Optional.of(read(name, value, reader));
    }

    /** The whole number that is the value of a member, if it is there. */
    public OptionalLong optionalWholeNumber(String name) {
        JsonValue value = find(name);
        return value == null ? OptionalLong.empty() : OptionalLong.of(read(name, value, JsonReader.WHOLE_NUMBER));
    }

    /** Whether a member is {@code true}; one that is not there is not. */
    public boolean flag(String name) {
        return optional(name, JsonReader.FLAG).orElse(false);
    }

    /** The elements of an array; none if there is no such member. */
    public <T> List<T> list(String name, JsonReader<T> element) {
        return optional(name, JsonReader.list(element)).orElse(List.of());
    }

    /**
     * This object, which has no other members than these: where ignoring one would silently change what is meant
     * (D-006).
     *
     * @throws JsonFault if it has
     */
    public JsonObject allowOnly(Set<String> known) {
        for (String name : members.keySet()) {
            if (!known.contains(name)) {
                throw isHarmless(name)
                        ? new JsonFault("/" + name, "is not known here")
                        : new JsonFault("", "has a field that is not known here");
            }
        }
        return this;
    }

    private @Nullable JsonValue find(String name) {
        JsonValue value = members.get(name);
        return value == null || value.kind() == JsonKind.NULL ? null : value;
    }

    private static <T> T read(String name, JsonValue value, JsonReader<T> reader) {
        try {
            return reader.read(value);
        } catch (JsonFault fault) {
            throw fault.under("/" + (isHarmless(name) ? name : "*"));
        }
    }

    private static JsonFault missing(String name) {
        return new JsonFault("/" + name, "is required");
    }

    /** Names that a peer chose are repeated to it only if they need no escaping and are no payload (D-033). */
    private static boolean isHarmless(String name) {
        return name.length() <= MAX_ECHOED_NAME
                && name.chars()
                        .allMatch(c -> c < 0x80 && (Character.isLetterOrDigit(c) || c == '_' || c == '.' || c == '-'));
    }
}
