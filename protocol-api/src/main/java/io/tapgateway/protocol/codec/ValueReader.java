package io.tapgateway.protocol.codec;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.protocol.model.InvalidMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Reads one JSON value as one Java value. Stateless.
 *
 * <p>What cannot be read is an {@link InvalidMessage} whose pointer starts at that value; whoever contains the value adds
 * where it stands.
 */
@FunctionalInterface
interface ValueReader<T> {
    /** Any value, as it stands. */
    ValueReader<JsonValue> ANY = value -> value;

    /** An object, as it stands. */
    ValueReader<JsonValue> ANY_OBJECT = value -> {
        if (value.kind() != JsonKind.OBJECT) {
            throw InvalidMessage.at("", "must be an object");
        }
        return value;
    };

    ValueReader<String> TEXT = value -> {
        if (value.kind() != JsonKind.STRING) {
            throw InvalidMessage.at("", "must be a string");
        }
        return value.asString();
    };

    ValueReader<Boolean> FLAG = value -> {
        if (value.kind() != JsonKind.BOOLEAN) {
            throw InvalidMessage.at("", "must be true or false");
        }
        return value.asBoolean();
    };

    ValueReader<Long> WHOLE_NUMBER = value -> {
        if (value.kind() != JsonKind.NUMBER) {
            throw InvalidMessage.at("", "must be a number");
        }
        return value.asWholeNumber().orElseThrow(() -> InvalidMessage.at("", "must be a whole number"));
    };

    /** Reads {@code value}, or throws {@link InvalidMessage}. */
    T read(JsonValue value);

    /** A string with a syntax of its own. */
    static <T> ValueReader<T> text(Function<String, T> parse) {
        return value -> parse.apply(TEXT.read(value));
    }

    /** An object, read field by field. */
    static <T> ValueReader<T> object(Function<Fields, T> build) {
        return value -> build.apply(new Fields(ANY_OBJECT.read(value).members()));
    }

    /** An array of values of one kind. */
    static <T> ValueReader<List<T>> list(ValueReader<T> element) {
        return value -> {
            if (value.kind() != JsonKind.ARRAY) {
                throw InvalidMessage.at("", "must be an array");
            }
            List<T> list = new ArrayList<>();
            for (JsonValue each : value.elements()) {
                try {
                    list.add(element.read(each));
                } catch (InvalidMessage e) {
                    throw e.under("/" + list.size());
                }
            }
            return list;
        };
    }
}
