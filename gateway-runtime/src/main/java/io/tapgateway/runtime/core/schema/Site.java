package io.tapgateway.runtime.core.schema;

import io.tapgateway.protocol.json.JsonValue;
import java.util.Optional;

/**
 * One keyword of a schema at one place of a value. Immutable.
 *
 * @param argument what the keyword says
 * @param schema the schema it stands in, for keywords that depend on each other
 * @param value what is looked at
 * @param pointer where that is
 */
record Site(JsonValue argument, JsonValue schema, JsonValue value, String pointer) {
    Mismatch mismatch(String reason) {
        return new Mismatch(pointer, reason);
    }

    Optional<JsonValue> sibling(String keyword) {
        return schema.get(keyword);
    }

    /** Where a member or element of the value is. */
    String below(String name) {
        return pointer + "/" + name.replace("~", "~0").replace("/", "~1");
    }

    String below(int index) {
        return pointer + "/" + index;
    }
}
