package io.tapgateway.provider.schema;

import io.tapgateway.protocol.json.JsonValue;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** A schema that is nothing but its keywords. Immutable. */
record PlainSchema(Map<String, JsonValue> keywords) implements Schema {

    PlainSchema {
        keywords = Collections.unmodifiableMap(new LinkedHashMap<>(keywords));
    }

    static PlainSchema ofType(String type) {
        return new PlainSchema(Map.of("type", JsonValue.of(type)));
    }

    PlainSchema with(String keyword, JsonValue value) {
        Map<String, JsonValue> more = new LinkedHashMap<>(keywords);
        more.put(keyword, value);
        return new PlainSchema(more);
    }

    @Override
    public JsonValue json() {
        return JsonValue.object(keywords);
    }

    @Override
    public Schema describedAs(String text) {
        return with("description", JsonValue.of(text));
    }
}
