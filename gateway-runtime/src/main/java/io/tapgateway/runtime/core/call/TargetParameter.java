package io.tapgateway.runtime.core.call;

import io.tapgateway.protocol.json.JsonKind;
import io.tapgateway.protocol.json.JsonValue;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The parameter by which an agent chooses among instances: added to the schema that it sees, taken out of the arguments
 * that a provider gets (D-126, D-127). Stateless.
 */
public final class TargetParameter {
    private static final String NAME = "target";
    private static final String PROPERTIES = "properties";

    private TargetParameter() {}

    /** Whether a tool means something of its own by that parameter. */
    public static boolean isTakenIn(JsonValue parameters) {
        boolean defined = parameters.get(PROPERTIES).flatMap(it -> it.get(NAME)).isPresent();
        return defined
                || parameters.get("required").filter(it -> it.kind() == JsonKind.ARRAY).stream()
                        .flatMap(it -> it.elements().stream())
                        .anyMatch(it -> it.equals(JsonValue.of(NAME)));
    }

    /** Whether the parameter can be added to a schema. */
    public static boolean fits(JsonValue parameters) {
        return parameters
                .get(PROPERTIES)
                .filter(it -> it.kind() != JsonKind.OBJECT)
                .isEmpty();
    }

    /** A schema with the parameter. */
    public static JsonValue addedTo(JsonValue parameters, String description) {
        Map<String, JsonValue> target = new LinkedHashMap<>();
        target.put("type", JsonValue.of("string"));
        target.put("description", JsonValue.of(description));
        Map<String, JsonValue> properties = new LinkedHashMap<>(
                parameters.get(PROPERTIES).map(JsonValue::members).orElse(Map.of()));
        properties.put(NAME, JsonValue.object(target));
        Map<String, JsonValue> schema = new LinkedHashMap<>(parameters.members());
        schema.put(PROPERTIES, JsonValue.object(properties));
        return JsonValue.object(schema);
    }

    /** What the arguments of a call say. */
    static Optional<JsonValue> in(JsonValue args) {
        return args.get(NAME);
    }

    /** The arguments that the provider gets. */
    static JsonValue takenFrom(JsonValue args) {
        Map<String, JsonValue> rest = new LinkedHashMap<>(args.members());
        rest.remove(NAME);
        return JsonValue.object(rest);
    }
}
