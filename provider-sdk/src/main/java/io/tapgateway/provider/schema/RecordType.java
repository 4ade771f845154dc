package io.tapgateway.provider.schema;

import io.tapgateway.protocol.json.JsonValue;

/**
 * A record class as the arguments of a tool: its schema, and how to read arguments into it. Immutable and thread-safe.
 *
 * <p>Components may be strings, booleans, {@code int}, {@code long}, {@code double} and their boxes, enums, other
 * records, lists, maps with string keys, {@code JsonValue}, and {@code Optional} of these; an {@code Optional}
 * component may be missing, every other one must be there. Members the record does not know are ignored.
 * {@link Description} explains a component.
 *
 * @param <T> the record
 */
public final class RecordType<T extends Record> {
    private final Class<T> type;
    private final Shape shape;

    private RecordType(Class<T> type, Shape shape) {
        this.type = type;
        this.shape = shape;
    }

    /**
     * The type of a record class.
     *
     * @throws IllegalArgumentException if a component has a type without a JSON form, naming it
     */
    public static <T extends Record> RecordType<T> of(Class<T> type) {
        return new RecordType<>(type, Shapes.ofRecord(type));
    }

    /** The schema of an object with a member for each component. */
    public Schema schema() {
        return shape.schema();
    }

    /**
     * The record that an object describes.
     *
     * @throws InvalidArguments if a member is missing or of another shape, or if the record refuses the values
     */
    public T read(JsonValue object) {
        return type.cast(shape.read(object, ""));
    }
}
