package io.tapgateway.provider.schema;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A JSON Schema under construction; every method returns a new one. Immutable.
 *
 * <pre>{@code
 * Schema.object()
 *     .required("branch", Schema.string().describedAs("name of the branch"))
 *     .optional("limit", Schema.integer())
 * }</pre>
 */
public sealed interface Schema permits PlainSchema, ObjectSchema {
    /** The schema as JSON. */
    JsonValue json();

    /** This schema with a description, which the model reads. */
    Schema describedAs(String text);

    /** Any text. */
    static Schema string() {
        return PlainSchema.ofType("string");
    }

    /** A whole number. */
    static Schema integer() {
        return PlainSchema.ofType("integer");
    }

    /** Any number. */
    static Schema number() {
        return PlainSchema.ofType("number");
    }

    /** {@code true} or {@code false}. */
    static Schema bool() {
        return PlainSchema.ofType("boolean");
    }

    /** Any value at all. */
    static Schema any() {
        return new PlainSchema(Map.of());
    }

    /** One of these texts. */
    static Schema oneOf(String... values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("oneOf needs at least one value to choose from");
        }
        return PlainSchema.ofType("string").with("enum", JsonValue.of(List.of(values)));
    }

    /** A list of values of one kind. */
    static Schema array(Schema items) {
        return PlainSchema.ofType("array").with("items", items.json());
    }

    /** An object with arbitrary names and values of one kind. */
    static Schema map(Schema values) {
        return PlainSchema.ofType("object").with("additionalProperties", values.json());
    }

    /** An object; as it stands, without members. */
    static ObjectSchema object() {
        return new ObjectSchema(Map.of(), List.of(), Map.of());
    }

    /**
     * A schema from elsewhere.
     *
     * @throws IllegalArgumentException if it is no object
     */
    static Schema of(JsonValue schema) {
        if (schema.kind() != JsonKind.OBJECT) {
            throw new IllegalArgumentException("a JSON Schema must be an object, not " + schema.kind());
        }
        return new PlainSchema(new LinkedHashMap<>(schema.members()));
    }
}
