package io.tapgateway.protocol.json;

import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One JSON value, immutable and thread-safe: the text as it came, or a Java value that has not been written yet.
 *
 * <p>A value that arrived as text is checked once (D-024) and passed on unchanged; it is taken apart only by whoever
 * looks inside. A value made from Java objects is written only when it must become text, so in-process peers exchange
 * it without serialization. Member order is kept.
 *
 * <p>Two values are equal when their Java forms are: objects regardless of member order, numbers as written.
 */
public final class JsonValue {
    /** {@code null}. */
    public static final JsonValue NULL = new JsonValue(JsonKind.NULL, "null", null);

    /** {@code true}. */
    public static final JsonValue TRUE = new JsonValue(JsonKind.BOOLEAN, "true", true);

    /** {@code false}. */
    public static final JsonValue FALSE = new JsonValue(JsonKind.BOOLEAN, "false", false);

    /** <code>{}</code>. */
    public static final JsonValue EMPTY_OBJECT = new JsonValue(JsonKind.OBJECT, "{}", Map.of());

    /** Up to which a {@code double} can be every whole number. */
    private static final long MAX_EXACT = 1L << 53;

    private final JsonKind kind;

    /** The JSON text, once known. Written at most twice with equal values; strings are safely published. */
    private @Nullable String text;

    /**
     * What is inside, once known: the decoded text of a string, a number, or the children of a container as an
     * unmodifiable {@code Map<String, JsonValue>} or {@code List<JsonValue>}, which publish safely as well.
     */
    private @Nullable Object content;

    /** What {@link #estimatedLength()} has counted for a container without text; nought before. */
    private int estimate;

    private JsonValue(JsonKind kind, @Nullable String text, @Nullable Object content) {
        this.kind = kind;
        this.text = text;
        this.content = content;
    }

    static JsonValue string(String checkedText) {
        return new JsonValue(JsonKind.STRING, checkedText, null);
    }

    static JsonValue number(String text) {
        return new JsonValue(JsonKind.NUMBER, text, null);
    }

    static JsonValue container(JsonKind kind, String checkedText) {
        return new JsonValue(kind, checkedText, null);
    }

    /**
     * Reads one JSON text.
     *
     * @throws MalformedJson if it is not exactly one value within {@link JsonLimits#STANDARD}
     */
    public static JsonValue parse(String json) throws MalformedJson {
        return StrictScanner.readValue(json, JsonLimits.STANDARD);
    }

    /**
     * Reads one JSON object, keeping its members as they stand.
     *
     * @throws MalformedJson if the text is not exactly one object within the limits
     */
    public static JsonValue parseObject(String json, JsonLimits limits) throws MalformedJson {
        Map<String, JsonValue> members = Collections.unmodifiableMap(StrictScanner.readObject(json, limits));
        return new JsonValue(JsonKind.OBJECT, json, members);
    }

    /**
     * Those top-level string members of what may be a broken or cut-off object that have one of these names, as far as
     * it can be read. For telling a peer what a faulty message was about.
     */
    public static Map<String, String> salvageStrings(String json, Set<String> names) {
        return Collections.unmodifiableMap(StrictScanner.salvageStrings(json, names));
    }

    /** A string. */
    public static JsonValue of(String value) {
        return new JsonValue(JsonKind.STRING, null, value);
    }

    /** A boolean. */
    public static JsonValue of(boolean value) {
        return value ? TRUE : FALSE;
    }

    /** An integer. */
    public static JsonValue of(long value) {
        return new JsonValue(JsonKind.NUMBER, Long.toString(value), value);
    }

    /**
     * A number; a whole one without a fraction, as far as that is exact, which is up to 2<sup>53</sup>.
     *
     * @throws IllegalArgumentException for NaN and infinities
     */
    public static JsonValue number(double value) {
        return value == Math.rint(value) && Math.abs(value) <= MAX_EXACT ? of((long) value) : of((Object) value);
    }

    /**
     * The JSON form of a Java value: {@code null}, strings, booleans, finite numbers, characters, enums (by name),
     * maps, iterables, arrays, optionals and {@code JsonValue} itself. Containers are copied deeply.
     *
     * @throws IllegalArgumentException for any other type, for NaN and infinities, and below {@link JsonLimits} depth
     */
    public static JsonValue of(@Nullable Object value) {
        return JavaValues.toJson(value, 0);
    }

    /** An object with these members. The map is copied. */
    public static JsonValue object(Map<String, JsonValue> members) {
        return new JsonValue(JsonKind.OBJECT, null, Collections.unmodifiableMap(new LinkedHashMap<>(members)));
    }

    /** An array with these elements. The list is copied. */
    public static JsonValue array(List<JsonValue> elements) {
        return new JsonValue(JsonKind.ARRAY, null, List.copyOf(elements));
    }

    /** An object with these members, in a map that nobody changes any more. */
    static JsonValue owning(Map<String, JsonValue> members) {
        return new JsonValue(JsonKind.OBJECT, null, members);
    }

    static JsonValue decimal(Number value) {
        return number(value instanceof BigDecimal decimal ? decimal.toString() : String.valueOf(value));
    }

    /** What kind of value this is. */
    public JsonKind kind() {
        return kind;
    }

    /** The JSON text: exactly as it came, or written once, without white space, if the value was made in Java. */
    public String json() {
        String known = text;
        if (known == null) {
            known = JsonText.write(this);
            text = known;
        }
        return known;
    }

    /** Whether the text takes at most {@code limit} bytes of UTF-8. Usually decided without counting. */
    public boolean fitsInto(int limit) {
        String known = text;
        if (known != null) {
            return Utf8Length.fits(known, limit);
        }
        int atLeast = estimatedLength();
        return JsonSize.fits(atLeast, limit)
                || (atLeast <= limit && JsonSize.ofBytes().value(this).total() <= limit);
    }

    /**
     * About how many characters {@link #json()} has, without writing it: exact where the text is known, else the sum of
     * what is inside, escapes not counted. For limits on values that never become text.
     */
    public int estimatedLength() {
        String known = text;
        if (known != null) {
            return known.length();
        }
        int counted = estimate;
        if (counted == 0) {
            counted = JsonSize.estimate(this);
            estimate = counted;
        }
        return counted;
    }

    /** Whether the text is known already, so that {@link #json()} costs nothing. */
    boolean isWritten() {
        return text != null;
    }

    /**
     * The decoded text of a string.
     *
     * @throws IllegalStateException if this is no string
     */
    public String asString() {
        require(JsonKind.STRING);
        Object known = content;
        if (known == null) {
            String written = json();
            known = written.indexOf('\\') < 0
                    ? written.substring(1, written.length() - 1)
                    : reread(StrictScanner::readString);
            content = known;
        }
        return (String) known;
    }

    /**
     * The value of a boolean.
     *
     * @throws IllegalStateException if this is no boolean
     */
    public boolean asBoolean() {
        require(JsonKind.BOOLEAN);
        return Boolean.TRUE.equals(content);
    }

    /**
     * The value of a number; magnitudes beyond {@code double} become infinite.
     *
     * @throws IllegalStateException if this is no number
     */
    public double asDouble() {
        require(JsonKind.NUMBER);
        return Double.parseDouble(json());
    }

    /**
     * The value of a number that is a whole number within {@code long}, also when written {@code 2.0} or {@code 2e0};
     * empty for any other number.
     *
     * @throws IllegalStateException if this is no number
     */
    public Optional<Long> asWholeNumber() {
        double value = asDouble();
        if (value != Math.rint(value) || Math.abs(value) > MAX_EXACT) {
            return Optional.empty();
        }
        return Optional.of((long) value);
    }

    /**
     * The members of an object, in order.
     *
     * @throws IllegalStateException if this is no object
     */
    @SuppressWarnings("unchecked")
    public Map<String, JsonValue> members() {
        require(JsonKind.OBJECT);
        Object known = content;
        if (known == null) {
            known = Collections.unmodifiableMap(reread(StrictScanner::readObject));
            content = known;
        }
        return (Map<String, JsonValue>) known;
    }

    /**
     * The elements of an array.
     *
     * @throws IllegalStateException if this is no array
     */
    @SuppressWarnings("unchecked")
    public List<JsonValue> elements() {
        require(JsonKind.ARRAY);
        Object known = content;
        if (known == null) {
            known = Collections.unmodifiableList(reread(StrictScanner::readArray));
            content = known;
        }
        return (List<JsonValue>) known;
    }

    /** The member of that name; empty if there is none or this is no object. A member may be {@link #NULL}. */
    public Optional<JsonValue> get(String name) {
        return kind == JsonKind.OBJECT ? Optional.ofNullable(members().get(name)) : Optional.empty();
    }

    /** The strings among the members of that name of all objects in this value, at any depth, in order. */
    public List<String> stringsNamed(String name) {
        return reread((json, limits) -> StrictScanner.readStringsNamed(name, json, limits));
    }

    /**
     * The Java form: {@code null}, {@code String}, {@code Boolean}, {@code Long} (else {@code BigDecimal}; {@code
     * Double} where the exponent is beyond that, too), and unmodifiable {@code Map<String, Object>} and {@code
     * List<Object>}.
     */
    public @Nullable Object toJava() {
        return JavaValues.fromJson(this);
    }

    private interface Reread<T> {
        T read(String text, JsonLimits limits) throws MalformedJson;
    }

    private <T> T reread(Reread<T> reader) {
        try {
            // It was held against the limits of whoever sent it when it came; these are the widest.
            return reader.read(json(), JsonLimits.LINK);
        } catch (MalformedJson e) {
            throw new IllegalStateException("a checked JSON value cannot be read again", e);
        }
    }

    private void require(JsonKind expected) {
        if (kind != expected) {
            throw new IllegalStateException("a JSON value of kind " + kind + " has no content of kind " + expected);
        }
    }

    @Override
    public boolean equals(@Nullable Object other) {
        if (this == other) {
            return true;
        }
        return other instanceof JsonValue that && kind == that.kind && Objects.equals(toJava(), that.toJava());
    }

    @Override
    public int hashCode() {
        return Objects.hashCode(toJava());
    }

    /** The JSON text. */
    @Override
    public String toString() {
        return json();
    }
}
