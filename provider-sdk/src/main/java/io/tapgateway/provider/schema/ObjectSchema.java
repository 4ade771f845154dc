package io.tapgateway.provider.schema;

import io.tapgateway.protocol.json.JsonValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The schema of an object with named members. Immutable. */
public final class ObjectSchema implements Schema {
    private final Map<String, JsonValue> properties;
    private final List<String> required;
    private final Map<String, JsonValue> annotations;

    ObjectSchema(Map<String, JsonValue> properties, List<String> required, Map<String, JsonValue> annotations) {
        this.properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
        this.required = List.copyOf(required);
        this.annotations = Map.copyOf(annotations);
    }

    /**
     * This schema with a required member.
     *
     * @throws IllegalArgumentException if a member of that name is declared already
     */
    public ObjectSchema required(String name, Schema value) {
        List<String> names = new ArrayList<>(required);
        names.add(name);
        return new ObjectSchema(propertiesWith(name, value), names, annotations);
    }

    /**
     * This schema with an optional member.
     *
     * @throws IllegalArgumentException if a member of that name is declared already
     */
    public ObjectSchema optional(String name, Schema value) {
        return new ObjectSchema(propertiesWith(name, value), required, annotations);
    }

    @Override
    public ObjectSchema describedAs(String text) {
        return new ObjectSchema(properties, required, Map.of("description", JsonValue.of(text)));
    }

    @Override
    public JsonValue json() {
        Map<String, JsonValue> schema = new LinkedHashMap<>();
        schema.put("type", JsonValue.of("object"));
        schema.putAll(annotations);
        schema.put("properties", JsonValue.object(properties));
        if (!required.isEmpty()) {
            schema.put("required", JsonValue.of(required));
        }
        return JsonValue.object(schema);
    }

    private Map<String, JsonValue> propertiesWith(String name, Schema value) {
        Map<String, JsonValue> more = new LinkedHashMap<>(properties);
        if (more.put(name, value.json()) != null) {
            throw new IllegalArgumentException("the member '" + name + "' is declared twice");
        }
        return more;
    }

    @Override
    public String toString() {
        return json().json();
    }
}
