package io.tapgateway.runtime.core.schema;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import io.tapgateway.runtime.core.pattern.TextPattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One keyword where it stands in a schema that is being read. Immutable.
 *
 * @param argument what the keyword says
 * @param schema what it is a member of, for keywords that depend on each other
 * @param resource the resource that this belongs to
 * @param reading what is being read
 */
record Site(JsonValue argument, JsonValue schema, ResourceReading resource, SchemaReading reading) {
    @Nullable
    JsonValue sibling(String keyword) {
        return schema.members().get(keyword);
    }

    /** A sibling of that kind. */
    @Nullable
    JsonValue sibling(String keyword, JsonKind kind) {
        JsonValue sibling = sibling(keyword);
        return sibling != null && sibling.kind() == kind ? sibling : null;
    }

    boolean is(JsonKind kind) {
        return argument.kind() == kind;
    }

    /** Whether it is an array with something in it: of no alternatives no value could be one. */
    boolean hasElements() {
        return is(JsonKind.ARRAY) && !argument.elements().isEmpty();
    }

    Draft draft() {
        return resource.draft();
    }

    /** The argument, which is a schema. */
    Part part() {
        return part(argument);
    }

    Part part(JsonValue schema) {
        return reading.part(schema, resource);
    }

    /** The schemas in an array. */
    List<Part> parts(JsonValue array) {
        List<Part> parts = new ArrayList<>();
        array.elements().forEach(schema -> parts.add(part(schema)));
        return parts;
    }

    Optional<TextPattern> pattern(String source) {
        return reading.pattern(source);
    }
}
