package io.tapgateway.protocol.codec;

import io.tapgateway.protocol.json.JsonText;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.message.MessageType;
import java.util.Collection;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;

/**
 * Writes objects field by field; what is empty is left out. Confined to one encoding.
 *
 * <p>Identifiers write themselves: their {@code toString} is their wire form.
 */
final class ObjectWriter {
    private final JsonText out = new JsonText();

    /** Begins a message. */
    static ObjectWriter of(MessageType type) {
        ObjectWriter writer = new ObjectWriter();
        writer.out.beginObject();
        return writer.text(Traces.TYPE, type.wireName());
    }

    /** The whole text, ended. */
    String finish() {
        return out.endObject().finish();
    }

    ObjectWriter text(String name, Object value) {
        out.name(name).string(value.toString());
        return this;
    }

    ObjectWriter text(String name, Optional<?> value) {
        value.ifPresent(present -> text(name, present));
        return this;
    }

    ObjectWriter number(String name, long value) {
        out.name(name).number(value);
        return this;
    }

    ObjectWriter number(String name, OptionalLong value) {
        value.ifPresent(present -> number(name, present));
        return this;
    }

    ObjectWriter flag(String name, boolean value) {
        out.name(name).bool(value);
        return this;
    }

    /** A flag that means the same when it is left out as when it is false. */
    ObjectWriter flagIfSet(String name, boolean value) {
        return value ? flag(name, true) : this;
    }

    ObjectWriter value(String name, JsonValue value) {
        out.name(name).value(value);
        return this;
    }

    ObjectWriter value(String name, Optional<JsonValue> value) {
        value.ifPresent(present -> value(name, present));
        return this;
    }

    ObjectWriter nothing(String name) {
        out.name(name).nothing();
        return this;
    }

    <T> ObjectWriter object(String name, T value, BiConsumer<ObjectWriter, T> fields) {
        out.name(name).beginObject();
        fields.accept(this, value);
        out.endObject();
        return this;
    }

    <T> ObjectWriter objects(String name, Collection<T> values, BiConsumer<ObjectWriter, T> fields) {
        out.name(name).beginArray();
        for (T value : values) {
            out.beginObject();
            fields.accept(this, value);
            out.endObject();
        }
        out.endArray();
        return this;
    }

    ObjectWriter texts(String name, Collection<?> values) {
        out.name(name).beginArray();
        values.forEach(value -> out.string(value.toString()));
        out.endArray();
        return this;
    }
}
