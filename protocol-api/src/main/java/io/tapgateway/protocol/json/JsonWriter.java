package io.tapgateway.protocol.json;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Writes the members of an object, one after another; what is empty is left out. Confined to one call.
 *
 * <p>The same members become a text, a {@link JsonValue} or a number of characters, depending on which of the static
 * methods they are given to. Identifiers write themselves: their {@code toString} is their wire form.
 */
public abstract sealed class JsonWriter permits JsonText, JsonTree, JsonSize {
    private static final int PIECE = 32 << 10;

    JsonWriter() {}

    /** An object with these members, as text. */
    public static String toText(Consumer<? super JsonWriter> members) {
        return toText(members, JsonWriter::accept);
    }

    /** An object with the members that {@code members} writes of {@code value}, as text. */
    public static <T> String toText(T value, BiConsumer<? super JsonWriter, ? super T> members) {
        JsonText out = new JsonText(JsonText.WHOLE);
        out.part(value, members);
        return out.finish();
    }

    /**
     * An object with these members, as text in pieces of some ten thousand characters, so that nobody needs memory for
     * a large one as a whole. No piece ends within a character.
     */
    public static List<String> toPieces(Consumer<? super JsonWriter> members) {
        JsonText out = new JsonText(PIECE);
        out.part(members, JsonWriter::accept);
        return List.copyOf(out.finishPieces());
    }

    /** An object with these members, as a value that has not been written yet. */
    public static JsonValue toValue(Consumer<? super JsonWriter> members) {
        JsonTree out = new JsonTree();
        out.part(members, JsonWriter::accept);
        return out.finish();
    }

    /**
     * How many characters {@link #toText(Object, BiConsumer)} has at least: all but what strings need to be escaped.
     */
    public static <T> int estimate(T value, BiConsumer<? super JsonWriter, ? super T> members) {
        JsonSize size = JsonSize.ofCharacters();
        size.part(value, members);
        return size.total();
    }

    /** How many bytes of UTF-8 {@link #toText(Object, BiConsumer)} takes. */
    public static <T> int length(T value, BiConsumer<? super JsonWriter, ? super T> members) {
        JsonSize size = JsonSize.ofBytes();
        size.part(value, members);
        return size.total();
    }

    /** Whether {@link #toText(Object, BiConsumer)} takes at most that many bytes; mostly decided by the estimate. */
    public static <T> boolean fits(T value, BiConsumer<? super JsonWriter, ? super T> members, int bytes) {
        int atLeast = estimate(value, members);
        return JsonSize.fits(atLeast, bytes) || (atLeast <= bytes && length(value, members) <= bytes);
    }

    private static void accept(JsonWriter out, Consumer<? super JsonWriter> members) {
        members.accept(out);
    }

    abstract JsonWriter beginObject();

    abstract JsonWriter endObject();

    abstract JsonWriter beginArray();

    abstract JsonWriter endArray();

    /** Writes the name of the next member; what is written next is its value. */
    abstract JsonWriter name(String name);

    abstract JsonWriter string(String value);

    abstract JsonWriter number(long value);

    abstract JsonWriter value(JsonValue value);

    /** Writes a value that is not text yet, part by part. */
    final void parts(JsonValue value) {
        switch (value.kind()) {
            case STRING -> string(value.asString());
            case OBJECT -> {
                beginObject();
                for (Map.Entry<String, JsonValue> member : value.members().entrySet()) {
                    name(member.getKey()).value(member.getValue());
                }
                endObject();
            }
            case ARRAY -> {
                beginArray();
                for (JsonValue element : value.elements()) {
                    value(element);
                }
                endArray();
            }
            case NUMBER, BOOLEAN, NULL -> throw new IllegalStateException(value.kind() + " without text");
        }
    }

    final <T> void part(T value, BiConsumer<? super JsonWriter, ? super T> members) {
        beginObject();
        members.accept(this, value);
        endObject();
    }

    /** A string, or an identifier. */
    public final JsonWriter text(String name, Object value) {
        return name(name).string(value.toString());
    }

    /** A string or an identifier, if it is there. */
    public final JsonWriter text(String name, Optional<?> value) {
        if (value.isPresent()) {
            text(name, value.get());
        }
        return this;
    }

    /** The name of a constant, in lower case. */
    public final JsonWriter word(String name, Enum<?> constant) {
        return text(name, constant.name().toLowerCase(Locale.ROOT));
    }

    /** A whole number. */
    public final JsonWriter number(String name, long value) {
        return name(name).number(value);
    }

    /** A whole number, if it is there. */
    public final JsonWriter number(String name, OptionalLong value) {
        return value.isPresent() ? number(name, value.getAsLong()) : this;
    }

    /** A boolean. */
    public final JsonWriter flag(String name, boolean value) {
        return value(name, JsonValue.of(value));
    }

    /** A boolean that means the same when it is left out as when it is false. */
    public final JsonWriter flagIfSet(String name, boolean value) {
        return value ? flag(name, true) : this;
    }

    /** Any value: its text as it stands, if known. */
    public final JsonWriter value(String name, JsonValue value) {
        return name(name).value(value);
    }

    /** Any value, if it is there. */
    public final JsonWriter value(String name, Optional<JsonValue> value) {
        return value.isPresent() ? value(name, value.get()) : this;
    }

    /** An object with these members. */
    public final JsonWriter object(String name, Consumer<? super JsonWriter> members) {
        return object(name, members, JsonWriter::accept);
    }

    /** An object with the members that {@code members} writes of {@code value}. */
    public final <T> JsonWriter object(String name, T value, BiConsumer<? super JsonWriter, ? super T> members) {
        name(name);
        part(value, members);
        return this;
    }

    /** An array of objects, with the members that {@code members} writes of each of {@code values}. */
    public final <T> JsonWriter objects(
            String name, Collection<? extends T> values, BiConsumer<? super JsonWriter, ? super T> members) {
        name(name).beginArray();
        for (T value : values) {
            part(value, members);
        }
        return endArray();
    }

    /** An array of strings or identifiers. */
    public final JsonWriter texts(String name, Collection<?> values) {
        name(name).beginArray();
        for (Object value : values) {
            string(value.toString());
        }
        return endArray();
    }
}
