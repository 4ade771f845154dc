package io.tapgateway.provider.schema;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import java.util.Optional;

/** The arguments of a tool, each by its name. Immutable. */
@FunctionalInterface
public interface ToolArguments {
    /** The arguments: an object. */
    JsonValue args();

    /** The argument of that name; empty if it is missing or {@code null}. */
    default Optional<JsonValue> arg(String name) {
        return args().get(name).filter(value -> value.kind() != JsonKind.NULL);
    }

    /**
     * The text in the argument of that name.
     *
     * @throws InvalidArguments if it is missing or no string; left uncaught, this is what the caller is told
     */
    default String stringArg(String name) {
        return required(name, JsonKind.STRING, "a string").asString();
    }

    /**
     * The number in the argument of that name.
     *
     * @throws InvalidArguments if it is missing or no whole number
     */
    default long longArg(String name) {
        return required(name, JsonKind.NUMBER, "a whole number")
                .asWholeNumber()
                .orElseThrow(() -> InvalidArguments.at("/" + name, "must be a whole number"));
    }

    /**
     * The number in the argument of that name.
     *
     * @throws InvalidArguments if it is missing or no number
     */
    default double doubleArg(String name) {
        return required(name, JsonKind.NUMBER, "a number").asDouble();
    }

    /**
     * The truth value in the argument of that name.
     *
     * @throws InvalidArguments if it is missing or no boolean
     */
    default boolean booleanArg(String name) {
        return required(name, JsonKind.BOOLEAN, "true or false").asBoolean();
    }

    private JsonValue required(String name, JsonKind kind, String expected) {
        JsonValue value = arg(name).orElseThrow(() -> InvalidArguments.at("/" + name, "is missing"));
        if (value.kind() != kind) {
            throw InvalidArguments.at("/" + name, "must be " + expected);
        }
        return value;
    }
}
