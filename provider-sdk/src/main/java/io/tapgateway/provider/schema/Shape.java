package io.tapgateway.provider.schema;

import io.tapgateway.protocol.json.JsonValue;

/** How one Java type looks as JSON: its schema, and how to read a value of it. Immutable. */
interface Shape {
    /** What the model is told. */
    Schema schema();

    /**
     * The Java value.
     *
     * @param pointer where {@code value} stands, as a JSON pointer
     * @throws InvalidArguments if it has another shape
     */
    Object read(JsonValue value, String pointer);

    /** Whether a value may be missing. */
    default boolean optional() {
        return false;
    }

    /** What stands for a missing value. */
    default Object missing(String pointer) {
        throw InvalidArguments.at(pointer, "is missing");
    }
}
